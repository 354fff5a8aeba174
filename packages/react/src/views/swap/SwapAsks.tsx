import type { SwapOrder } from '@billfold/core/features/swap/swapOrder'
import type { WalletPrompt } from '@billfold/core/features/swap/walletPrompts'
import { walletPromptsQuery } from '@billfold/core/features/swap/walletPromptsQuery'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'

/** The number of wallet prompts and their purposes; nothing if unknown. */
export function SwapAsks({ order }: { order: SwapOrder }) {
  const kit = useKit()
  const { asks: words } = useArea(swapTexts)
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  const { data } = useKitQuery(walletPromptsQuery(kit, order))
  if (!data) return null
  const symbol = isolate(labelOf(order.from))
  const amount = amountText(order.amount, order.from)
  const labels: Record<WalletPrompt, string> = {
    reset: words.reset(symbol),
    approve: words.approve(amount),
    sign: words.sign,
    swap: words.swap,
    all: words.all(amount),
  }
  const count = data.asks.length
  return (
    <div className="swap-asks" data-testid="swap-asks" data-asks={data.asks.join(' ')}>
      <p className="swap-asks-title">{data.isMost ? words.most(count) : words.times(count)}</p>
      <ol>
        {data.asks.map((ask) => (
          <li key={ask}>{labels[ask]}</li>
        ))}
      </ol>
    </div>
  )
}
