import type { View } from '@billfold/core/features/modal/modal'
import { reset } from '@billfold/core/features/modal/navigate'
import { findNetwork } from '@billfold/core/features/network/network'
import type { Transaction } from '@billfold/core/features/transactions/transactions'
import { useContext } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { swapTexts } from '../i18n/swap/swapTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { Button } from '../ui/Button.tsx'
import { formatAmount } from '../ui/formatAmount.ts'
import { Icon } from '../ui/Icon.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Ring } from '../ui/Ring.tsx'
import { WalletTile } from '../ui/WalletTile.tsx'

const ring = { pending: 'waiting', confirmed: 'done', failed: 'failed', replaced: 'failed', dropped: 'failed' } as const

/** What became of a swap, followed while it is looked at, and found again after a reload. */
export function SwapStatusView({ view }: { view: Extract<View, { name: 'SwapStatus' }> }) {
  const transaction = useSelect((state) => state.transactions.find((t) => t.hash === view.hash))
  return transaction ? <Status transaction={transaction} /> : null
}

function Status({ transaction }: { transaction: Transaction }) {
  const kit = useKit()
  const { status: words } = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const { status, meant, hash, networkId, replacedBy, altered } = transaction
  const explorer = useSelect((state) => findNetwork(state, networkId)?.explorer?.url.replace(/\/$/, ''))
  const isLost = status === 'failed' || status === 'replaced' || status === 'dropped'
  const amount = (part: { amount: string; decimals: number; symbol: string }) =>
    `${formatAmount(BigInt(part.amount), part.decimals, tag)} ${part.symbol}`
  return (
    <div className="panel" data-testid="swap-status" data-status={status}>
      <Ring state={ring[status]} round>
        <WalletTile name={meant.symbol} size={72} round />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{words[status]}</p>
        <p className={isLost ? 'swap-pair swap-lost' : 'swap-pair'}>
          {meant.paid ? <bdi>−{amount(meant.paid)}</bdi> : null}
          <bdi className="swap-gain">+{amount(meant)}</bdi>
        </p>
        <p className="panel-detail">{words[`${status}Text`]}</p>
      </div>
      {altered ? (
        <p className="send-alarm" role="alert">
          <Icon name="warning" />
          {words.altered}
        </p>
      ) : null}
      <div className="actions">
        {explorer ? (
          <LinkButton wide href={`${explorer}/tx/${replacedBy ?? hash}`} data-testid="swap-explorer">
            {words.explorer}
          </LinkButton>
        ) : null}
        <Button look="primary" wide data-testid="swap-done" onClick={() => reset(kit, { name: 'Account' })}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
