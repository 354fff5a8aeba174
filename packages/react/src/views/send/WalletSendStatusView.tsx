import { push, reset } from '@billfold/core/features/modal/navigate'
import { explorerLink } from '@billfold/core/features/network/explorerLink'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { findNetwork } from '@billfold/core/model/findNetwork'
import type { View } from '@billfold/core/model/modal'
import type { Source } from '@billfold/core/model/source'
import { findTransaction, isUnnamed, type Transaction } from '@billfold/core/model/transactions'
import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { Suspense, useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useWaited } from '../../hooks/useWaited.ts'
import { fasterTexts } from '../../i18n/compiled/fasterTexts.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { AccountPicture } from '../account/AccountPicture.tsx'
import { KnownName } from './KnownName.tsx'
import { LapsedActions } from './LapsedActions.tsx'
import { outcomeText } from './outcomeText.ts'
import { transactionRing } from './transactionRing.ts'
import { useAmountText } from './useAmountText.ts'

const longMs = 30_000

/** A transaction's status, polled while visible. */
export function WalletSendStatusView({ view }: { view: Extract<View, { name: 'WalletSendStatus' }> }) {
  const transaction = useSelect((state) => findTransaction(state.transactions, view.hash))
  return transaction ? <Status transaction={transaction} isFaster={view.faster === true} /> : null
}

/** Loads on demand, with parts of the other review: most payments need no second one. */
const Faster = lazyScreen(async () => {
  const [{ Faster: Body }, { reviewParts }] = await Promise.all([
    import('./Faster.tsx'),
    import('./WalletSendPreviewView.tsx'),
  ])
  return (props: { transaction: Transaction; source: Source }) => <Body {...props} {...reviewParts} />
}, fasterTexts)

function Status({ transaction, isFaster }: { transaction: Transaction; isFaster: boolean }) {
  const kit = useKit()
  const source = useRaiser(transaction)
  const { status: words } = useArea(sendTexts)
  const amountText = useAmountText()
  const { tag } = useContext(LocaleContext)
  const { status, meant, altered, hash, networkId, replacedBy, arrived } = transaction
  const network = useSelect((state) => findNetwork(state, networkId))
  const isLost = status === 'failed' || status === 'replaced' || status === 'expired'
  const isLong = useWaited(longMs, hash)
  const explorer = explorerLink(network, { transaction: replacedBy ?? hash })
  const isShort = arrived !== undefined && arrived !== meant.amount && !transaction.isRecallable
  const detail = isShort ? words.arrivedText(amountText(BigInt(arrived), meant)) : outcomeText(transaction, words, tag)
  const isOwn = useSelect((state) => replacedBy !== undefined && state.transactions.some((t) => t.hash === replacedBy))
  if (isFaster && source)
    return (
      <Suspense
        fallback={
          <div className="view-waiting">
            <Spinner />
          </div>
        }
      >
        <Faster transaction={transaction} source={source} />
      </Suspense>
    )
  return (
    <div className="panel panel-status" data-testid="send-status" data-status={status}>
      <Ring state={transactionRing(transaction)} size={altered ? 72 : 96}>
        <AccountPicture address={meant.to} size={altered ? 52 : 72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{words[status]}</p>
        <p className={classNames('send-hero-amount', isLost && 'send-lost')}>
          {amountText(BigInt(meant.amount), meant)}
        </p>
        <p className="panel-detail">{isOwn ? words.raisedText : detail}</p>
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
      {status === 'pending' && isLong && !source ? <p className="hints">{words.speedUp}</p> : null}
      <div className="actions">
        {source ? (
          <Button
            wide
            data-testid="send-faster"
            onClick={() => push(kit, { name: 'WalletSendStatus', hash, faster: true })}
          >
            {words.faster}
          </Button>
        ) : null}
        {isOwn && replacedBy ? (
          <Button
            wide
            data-testid="send-replacement"
            onClick={() => push(kit, { name: 'WalletSendStatus', hash: replacedBy })}
          >
            {words.replacement}
          </Button>
        ) : null}
        {explorer && !isUnnamed(transaction) ? (
          <LinkButton wide href={explorer} data-testid="send-explorer">
            {words.explorer}
          </LinkButton>
        ) : null}
        {status === 'lapsed' ? <LapsedActions transaction={transaction} words={words} /> : null}
        <Button look="primary" wide data-testid="send-done" onClick={() => reset(kit, { name: 'Account' })}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}

/** The account that can pay more for a waiting transaction: the one that sent it, where its family can and its wallet is connected. */
function useRaiser({ networkId, from, status, signers }: Transaction): Source | undefined {
  const kit = useKit()
  const { namespace } = parseCaipNetworkId(networkId)
  const { data: canRaise } = useKitQuery({
    queryKey: ['canRaise', namespace] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => Boolean((await (await kit.chains[namespace]?.())?.transfers?.())?.raise),
  })
  const wallet = useSelect((state) => connectedAccount(state, namespace))
  const account = wallet?.accounts.find(({ address }) => address === from)
  return status === 'pending' && !signers && canRaise && account
    ? { ...account, connectorId: wallet?.connectorId ?? '' }
    : undefined
}
