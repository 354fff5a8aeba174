import { caipAddressOf, connectedAccount } from '@billfold/core/features/account/account'
import { openModal } from '@billfold/core/features/modal/openModal'
import { isWrongNetwork } from '@billfold/core/features/network/network'
import type { Namespace } from '@billfold/protocol/caip'
import { Suspense } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useButtonText } from '../i18n/ButtonText.ts'
import { lazyScreen } from '../modal/lazyScreen.tsx'
import { Address } from '../ui/Address.tsx'
import { classNames } from '../ui/classNames.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { warningPath } from '../ui/hostPaths.ts'
import { Identicon } from '../ui/Identicon.tsx'
import { Spinner } from '../ui/Spinner.tsx'

export type AppKitButtonProps = {
  label?: string | undefined
  loadingLabel?: string | undefined
  disabled?: boolean | undefined
  balance?: 'show' | 'hide' | undefined
  size?: 'md' | 'sm' | undefined
  /** How much of the address is shown on either side. */
  charsStart?: number | undefined
  charsEnd?: number | undefined
  /** Only this family's account. */
  namespace?: Namespace | undefined
}

/** Comes once somebody is connected: the page's first button needs none of it. */
const Balance = lazyScreen(async () => (await import('./ButtonBalance.tsx')).ButtonBalance)

/** What the button shows in its shadow root: connecting, or who is connected, or only one of the two. */
export function ButtonFace({ only, ...props }: AppKitButtonProps & { only?: 'connect' | 'account' }) {
  const { label, loadingLabel, disabled, balance = 'show', size = 'md', namespace } = props
  const kit = useKit()
  const text = useButtonText()
  const connected = useSelect((state) => connectedAccount(state, namespace))
  const caip = useSelect((state) => caipAddressOf(state, namespace))
  const status = useSelect((state) => state.account[namespace ?? state.network.activeNamespace].status)
  const isOpen = useSelect((state) => state.modal.open && !state.options.enableEmbedded)
  const isWrong = useSelect((state) => isWrongNetwork(state, namespace))
  const account = only === 'connect' ? undefined : connected
  if (only === 'account' && !account) return null
  const suffix = namespace ? `-${namespace}` : ''
  const isWaiting = !account && (status === 'reconnecting' || status === 'connecting' || isOpen)
  const view = only === 'connect' ? ({ view: { name: 'Connect' } } as const) : {}
  return (
    <button
      type="button"
      disabled={disabled}
      aria-haspopup="dialog"
      data-testid={account ? `account-button${suffix}` : `connect-button${suffix}`}
      className={classNames(
        'host-button',
        size === 'sm' && 'host-button-sm',
        account ? (isWrong ? 'host-button-wrong' : 'host-button-plain') : 'host-button-connect',
      )}
      onClick={() => openModal(kit, { ...view, ...(namespace ? { namespace } : {}) })}
    >
      {isWaiting ? <Spinner size={16} /> : null}
      {account && isWrong ? (
        <>
          <Glyph path={warningPath} />
          {text.wrongNetwork}
          <span className="visually-hidden">{text.wrongNetworkHint}</span>
        </>
      ) : null}
      {account && !isWrong ? (
        <>
          <Identicon address={account.address} size={24} />
          <span className="visually-hidden">{text.account}</span>
          {balance === 'show' && caip ? (
            <Suspense>
              <Balance caip={caip} />
            </Suspense>
          ) : null}
          <Address value={account.address} charsStart={props.charsStart} charsEnd={props.charsEnd} />
        </>
      ) : null}
      {account ? null : isWaiting ? (loadingLabel ?? text.connecting) : (label ?? text.connect)}
    </button>
  )
}
