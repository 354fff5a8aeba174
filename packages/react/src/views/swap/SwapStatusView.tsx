import { push, reset } from '@billfold/core/features/modal/navigate'
import { explorerLink } from '@billfold/core/features/network/explorerLink'
import { findNetwork } from '@billfold/core/model/findNetwork'
import type { View } from '@billfold/core/model/modal'
import type { SwapAsset, SwapDraft } from '@billfold/core/model/swap'
import { findTransaction, isUndecided, isUnnamed, type Transaction } from '@billfold/core/model/transactions'
import type { Refusal } from '@billfold/core/model/transfer'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { type SwapTexts, swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { LapsedActions } from '../send/LapsedActions.tsx'
import { outcomeText } from '../send/outcomeText.ts'
import { transactionRing } from '../send/transactionRing.ts'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenImage } from '../send/useTokenImage.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { TokenTile } from '../shared/TokenTile.tsx'

/** A swap's status, polled while visible, and restored after a reload. */
export function SwapStatusView({ view }: { view: Extract<View, { name: 'SwapStatus' }> }) {
  const transaction = useSelect((state) => findTransaction(state.transactions, view.hash))
  return transaction ? <Status transaction={transaction} /> : null
}

function Status({ transaction }: { transaction: Transaction }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const words = text.status
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  const imageOf = useTokenImage()
  const { status, meant, hash, networkId, replacedBy, altered, arrived } = transaction
  const { tag } = useContext(LocaleContext)
  const network = useSelect((state) => findNetwork(state, networkId))
  const explorer = explorerLink(network, { transaction: replacedBy ?? hash })
  const isLost = status !== 'pending' && status !== 'confirmed'
  // A swap that may still go through would happen twice.
  const canRetry = isLost && !isUndecided(transaction) && !transaction.isRecallable
  const reason = status === 'failed' ? wordsOf(transaction.refusal, words.refused) : undefined
  const again = () => {
    reset(kit, { name: 'Account' })
    push(kit, { name: 'Swap' })
    if (meant.paid) kit.store.send({ type: 'swap/edited', change: { ...draftOf(meant.paid, meant) } })
  }
  const amount = (part: Part) => amountText(BigInt(part.amount), part)
  // Before it is in a block, what it will bring is the quote's word.
  const came = arrived === undefined ? undefined : `+${amount({ ...meant, amount: arrived })}`
  const gain = came ?? (status === 'confirmed' ? `+${labelOf(meant)}` : `≈ ${amount(meant)}`)
  return (
    <div className="panel panel-status" data-testid="swap-status" data-status={status}>
      <Ring state={transactionRing(transaction)} size={altered ? 72 : 96} round>
        <TokenTile
          token={{ symbol: meant.symbol, address: meant.token }}
          image={imageOf(meant)}
          size={altered ? 52 : 72}
        />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{words[status]}</p>
        <p className={isLost ? 'swap-pair swap-lost' : 'swap-pair'}>
          {meant.paid ? <bdi>−{amount(meant.paid)}</bdi> : null}
          <bdi className="swap-gain">{gain}</bdi>
        </p>
        {reason ? (
          <p className="panel-detail" data-testid="swap-reason">
            {reason}
          </p>
        ) : null}
        <p className="panel-detail">
          {reason && !transaction.isRecallable ? words.keptText : outcomeText(transaction, words, tag)}
        </p>
      </div>
      {altered ? (
        <p className="send-alarm" role="alert">
          <Icon name="warning" />
          {words.altered}
        </p>
      ) : null}
      <div className="actions">
        {explorer && !isUnnamed(transaction) ? (
          <LinkButton wide href={explorer} data-testid="swap-explorer">
            {words.explorer}
          </LinkButton>
        ) : null}
        {status === 'lapsed' ? (
          <LapsedActions transaction={transaction} words={{ ...words, dismiss: text.left.dismiss }} />
        ) : null}
        {canRetry ? (
          <Button look="primary" wide icon="refresh" data-testid="swap-again" onClick={again}>
            {text.again}
          </Button>
        ) : null}
        <Button
          look={canRetry ? 'quiet' : 'primary'}
          wide
          data-testid="swap-done"
          onClick={() => reset(kit, { name: 'Account' })}
        >
          {words.done}
        </Button>
      </div>
    </div>
  )
}

type Part = { amount: string; symbol: string; decimals: number; token?: string }

/** The same swap to be tried again. */
function draftOf(paid: Part, got: Part): Partial<SwapDraft> {
  const asset = ({ symbol, decimals, token }: Part): SwapAsset => ({
    symbol,
    name: symbol,
    decimals,
    ...(token ? { address: token } : {}),
  })
  return { from: asset(paid), to: asset(got), amount: decimalOf(paid) }
}

const meanings: Readonly<Record<string, 'price' | 'late' | 'permission' | 'funds'>> = {
  V2TooLittleReceived: 'price',
  V3TooLittleReceived: 'price',
  InsufficientToken: 'price',
  InsufficientETH: 'price',
  'Too little received': 'price',
  TransactionDeadlinePassed: 'late',
  AllowanceExpired: 'permission',
  InsufficientAllowance: 'permission',
  ERC20InsufficientAllowance: 'permission',
  SignatureExpired: 'late',
  InvalidNonce: 'permission',
  InvalidSigner: 'permission',
  ERC20InsufficientBalance: 'funds',
  TRANSFER_FROM_FAILED: 'funds',
  STF: 'funds',
}

/** Why the chain refused, in words; what no one has words for is not made up. */
function wordsOf(refusal: Refusal | undefined, words: SwapTexts['status']['refused']): string | undefined {
  if (refusal?.kind === 'noFunds') return words.funds
  if (refusal?.kind !== 'named' && refusal?.kind !== 'said') return undefined
  const name = refusal.kind === 'named' ? refusal.name : refusal.text
  const meaning = meanings[name]
  return meaning ? words[meaning] : refusal.kind === 'said' ? words.said(isolate(name)) : undefined
}
