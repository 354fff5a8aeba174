import type { View } from '@billfold/core/features/modal/modal'
import { reset } from '@billfold/core/features/modal/navigate'
import { explorerLink } from '@billfold/core/features/network/explorerLink'
import { findNetwork } from '@billfold/core/features/network/network'
import type { Transaction } from '@billfold/core/features/transactions/transactions'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useWaited } from '../hooks/useWaited.ts'
import { sendTexts } from '../i18n/send/sendTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { Address } from '../ui/Address.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { Icon } from '../ui/Icon.tsx'
import { Identicon } from '../ui/Identicon.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Ring } from '../ui/Ring.tsx'
import { KnownName } from './send/KnownName.tsx'
import { useAmountText } from './send/useAmountText.ts'
import { transactionRing } from './transactionRing.ts'

const longMs = 30_000

/** What became of a transaction, followed while it is looked at. */
export function WalletSendStatusView({ view }: { view: Extract<View, { name: 'WalletSendStatus' }> }) {
  const transaction = useSelect((state) => state.transactions.find((t) => t.hash === view.hash))
  return transaction ? <Status transaction={transaction} /> : null
}

function Status({ transaction }: { transaction: Transaction }) {
  const kit = useKit()
  const { status: words } = useArea(sendTexts)
  const amountText = useAmountText()
  const { status, meant, altered, hash, networkId, replacedBy } = transaction
  const network = useSelect((state) => findNetwork(state, networkId))
  const isLost = status === 'failed' || status === 'replaced' || status === 'expired'
  const isLong = useWaited(longMs, hash)
  const explorer = explorerLink(network, { transaction: replacedBy ?? hash })
  return (
    <div className="panel panel-status" data-testid="send-status" data-status={status}>
      <Ring state={transactionRing(transaction)} size={altered ? 72 : 96}>
        <Identicon address={meant.to} size={altered ? 52 : 72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{words[status]}</p>
        <p className={classNames('send-hero-amount', isLost && 'send-lost')}>
          {amountText(BigInt(meant.amount), meant)}
        </p>
        <p className="panel-detail">{words[`${status}Text`]}</p>
      </div>
      {altered ? (
        <p className="send-alarm" role="alert" data-testid="send-altered">
          <Icon name="warning" />
          {words.altered}
        </p>
      ) : null}
      <div className="send-found">
        <div>
          <KnownName address={meant.to} {...(meant.name ? { name: meant.name } : {})} />
          <Address value={meant.to} whole />
        </div>
      </div>
      {status === 'pending' && isLong ? <p className="hints">{words.speedUp}</p> : null}
      <div className="actions">
        {explorer ? (
          <LinkButton wide href={explorer} data-testid="send-explorer">
            {words.explorer}
          </LinkButton>
        ) : null}
        <Button look="primary" wide data-testid="send-done" onClick={() => reset(kit, { name: 'Account' })}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
