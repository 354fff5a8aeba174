import { openModal } from '@billfold/core/features/modal/openModal'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { isWrongNetwork } from '@billfold/core/model/findNetwork'
import type { Namespace } from '@billfold/protocol/caip'
import { Suspense, useEffect, useState } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { whenIdle } from '../hooks/whenIdle.ts'
import { useButtonText } from '../i18n/ButtonText.ts'
import { lazyPart } from '../modal/lazyPart.tsx'
import { classNames } from '../ui/classNames.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { warningPath } from '../ui/hostPaths.ts'
import { Spinner } from '../ui/Spinner.tsx'

/** Props of `AppKitButton`, `AppKitConnectButton` and `AppKitAccountButton`. */
export type AppKitButtonProps = {
  /** The text while no one is connected; "Connect wallet" in the visitor's language by default. */
  label?: string | undefined
  /** The text while a wallet is being connected; "Connecting..." in the visitor's language by default. */
  loadingLabel?: string | undefined
  /** Takes no clicks; `false` by default. */
  disabled?: boolean | undefined
  /** Whether to show the balance next to the account; `'show'` by default. */
  balance?: 'show' | 'hide' | undefined
  /** `'md'` (44 pixels high) by default, or `'sm'` (36). */
  size?: 'md' | 'sm' | undefined
  /** How many characters of the address are shown at its start; 6 by default. */
  charsStart?: number | undefined
  /** How many characters of the address are shown at its end; as many as at its start by default. */
  charsEnd?: number | undefined
  /** Only this family's account. */
  namespace?: Namespace | undefined
}

/** Comes once someone is connected: the page's first button needs none of it. */
const AccountFace = lazyPart(
  async () => (await import('./AccountFace.tsx')).AccountFace,
  () => useButtonText().account,
)

/** The button's content in its shadow root: connecting, the account, or only one of the two. */
export function ButtonFace({ only, ...props }: AppKitButtonProps & { only?: 'connect' | 'account' }) {
  const { label, loadingLabel, disabled, balance = 'show', size = 'md', namespace } = props
  const kit = useKit()
  const text = useButtonText()
  const connected = useSelect((state) => connectedAccount(state, namespace))
  const status = useSelect((state) => state.account[namespace ?? state.network.activeNamespace].status)
  const isOpen = useSelect(({ modal, network, options }) => {
    const shown = modal.namespace ?? network.activeNamespace
    return modal.open && (namespace ?? shown) === shown && !options.enableEmbedded
  })
  const isWrong = useSelect((state) => isWrongNetwork(state, namespace))
  const isDialogMissing = useSelect((state) => state.modal.missing)
  const account = only === 'connect' ? undefined : connected
  const suffix = namespace ? `-${namespace}` : ''
  const isTrying = useSelect(
    ({ connectAttempt: tried }) => tried.phase === 'connecting' && (namespace ?? tried.namespace) === tried.namespace,
  )
  const isConnecting = !account && (status === 'reconnecting' || isTrying)
  // Here by the time the wallet has answered, or, where it could not be had, by the next time the dialog is used; not when
  // that is idle, for it may be closed again before.
  const isMissed = isOpen && account !== undefined
  const [, setHere] = useState(AccountFace.isHere)
  useEffect(() => {
    const fetchFace = () =>
      AccountFace.preload().then(
        () => setHere(true),
        () => undefined, // it is fetched again on use
      )
    if (isConnecting) return whenIdle(() => void fetchFace())
    if (isMissed) void fetchFace()
    return undefined
  }, [isConnecting, isMissed])
  if (only === 'account' && !account) return null
  const view = only === 'connect' ? ({ view: { name: 'Connect' } } as const) : {}
  return (
    <button
      type="button"
      disabled={disabled}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-testid={account ? `account-button${suffix}` : `connect-button${suffix}`}
      className={classNames(
        'host-button',
        size === 'sm' && 'host-button-sm',
        account ? (isWrong ? 'host-button-wrong' : 'host-button-plain') : 'host-button-connect',
      )}
      onClick={() => openModal(kit, { ...view, ...(namespace ? { namespace } : {}) })}
    >
      {isConnecting ? <Spinner size={16} /> : null}
      {isDialogMissing ? (
        <>
          <Glyph path={warningPath} />
          {text.couldNotOpen}
        </>
      ) : account && isWrong ? (
        <>
          <Glyph path={warningPath} />
          {text.wrongNetwork}
          <span className="visually-hidden">{text.wrongNetworkHint}</span>
        </>
      ) : account ? (
        <Suspense
          fallback={
            <>
              <Spinner size={16} />
              <span className="visually-hidden">{text.account}</span>
            </>
          }
        >
          <AccountFace
            balance={balance}
            charsStart={props.charsStart}
            charsEnd={props.charsEnd}
            namespace={namespace}
          />
        </Suspense>
      ) : isConnecting ? (
        (loadingLabel ?? text.connecting)
      ) : (
        (label ?? text.connect)
      )}
    </button>
  )
}
