import { caipAddressOf, connectedAccount } from '@billfold/core/features/account/account'
import { nativeBalanceQuery } from '@billfold/core/features/account/nativeBalanceQuery'
import { openModal } from '@billfold/core/features/modal/openModal'
import { isWrongNetwork } from '@billfold/core/features/network/network'
import type { CaipAddress, Namespace } from '@billfold/protocol/caip'
import { KitContext, useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { ShadowHost } from '../theme/ShadowHost.tsx'
import { Address } from '../ui/Address.tsx'
import { classNames } from '../ui/classNames.ts'
import { formatAmount } from '../ui/formatAmount.ts'
import { Icon } from '../ui/Icon.tsx'
import { Identicon } from '../ui/Identicon.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAppKitOf } from './AppKitContext.ts'

export type AppKitButtonProps = {
  label?: string
  loadingLabel?: string
  disabled?: boolean
  balance?: 'show' | 'hide'
  size?: 'md' | 'sm'
  /** Only this family's account. */
  namespace?: Namespace
}

/** Connects, or shows who is connected. One button element through all its states, so that focus stays on it. */
export function AppKitButton(props: AppKitButtonProps) {
  const { kit } = useAppKitOf('AppKitButton')
  return (
    <KitContext value={kit}>
      <ShadowHost kit={kit}>
        <Face {...props} />
      </ShadowHost>
    </KitContext>
  )
}

function Face({ label, loadingLabel, disabled, balance = 'show', namespace }: AppKitButtonProps) {
  const kit = useKit()
  const text = useText().button
  const account = useSelect((state) => connectedAccount(state, namespace))
  const caip = useSelect((state) => caipAddressOf(state, namespace))
  const status = useSelect((state) => state.account[namespace ?? state.network.activeNamespace].status)
  const isOpen = useSelect((state) => state.modal.open && !state.options.enableEmbedded)
  const isWrong = useSelect((state) => isWrongNetwork(state, namespace))
  const suffix = namespace ? `-${namespace}` : ''
  const isWaiting = !account && (status === 'reconnecting' || status === 'connecting' || isOpen)
  return (
    <button
      type="button"
      disabled={disabled}
      aria-haspopup="dialog"
      data-testid={account ? `account-button${suffix}` : `connect-button${suffix}`}
      className={classNames(
        'host-button',
        account ? (isWrong ? 'host-button-wrong' : 'host-button-plain') : 'host-button-connect',
      )}
      onClick={() => openModal(kit, namespace ? { namespace } : {})}
    >
      {isWaiting ? <Spinner size={16} /> : null}
      {account && isWrong ? (
        <>
          <Icon name="warning" />
          {text.wrongNetwork}
          <span className="visually-hidden">{text.wrongNetworkHint}</span>
        </>
      ) : null}
      {account && !isWrong ? (
        <>
          <Identicon address={account.address} size={24} />
          <span className="visually-hidden">{text.account}</span>
          {balance === 'show' && caip ? <Balance caip={caip} /> : null}
          <Address value={account.address} />
        </>
      ) : null}
      {account ? null : isWaiting ? (loadingLabel ?? text.connecting) : (label ?? text.connect)}
    </button>
  )
}

function Balance({ caip }: { caip: CaipAddress }) {
  const { data } = useKitQuery(nativeBalanceQuery(useKit(), { address: caip }))
  return data ? (
    <span className="host-amount">
      {formatAmount(data.value, data.decimals)} {data.symbol}
    </span>
  ) : null
}
