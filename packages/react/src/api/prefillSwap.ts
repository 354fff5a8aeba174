import { swapTokensQuery } from '@billfold/core/features/swap/swapTokensQuery'
import type { Kit } from '@billfold/core/kit'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import type { SwapAsset } from '@billfold/core/model/swap'
import { loadQueries } from '@billfold/core/queries/loadQueries'

export type SwapPrefill = { fromToken?: string; toToken?: string; amount?: string }

/** Fills in the open swap's form: tokens by symbol, where the network has exactly one by that name, and the amount to pay. */
export async function prefillSwap(kit: Kit, { fromToken, toToken, amount }: SwapPrefill): Promise<void> {
  const networkId = activeNetworkId(kit.store.get())
  const tokens = await (await loadQueries(kit)).fetchQuery(swapTokensQuery(kit, { networkId }))
  const from = named(tokens, fromToken)
  const to = named(tokens, toToken)
  const isAmount = amount !== undefined && /^\d{1,30}(\.\d{1,30})?$/.test(amount)
  // Anyone who has gone elsewhere meanwhile finds no form changed.
  const { modal } = kit.store.get()
  if (!modal.open || modal.history.at(-1)?.name !== 'Swap' || activeNetworkId(kit.store.get()) !== networkId) return
  const change = { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(isAmount ? { amount } : {}) }
  kit.store.send({ type: 'swap/edited', change })
}

/** A symbol that two tokens have names neither: one of them is not what it says. */
function named(tokens: readonly SwapAsset[], symbol: string | undefined): SwapAsset | undefined {
  const [only, ...others] = tokens.filter((each) => each.symbol.toUpperCase() === symbol?.toUpperCase())
  return others.length === 0 ? only : undefined
}
