import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { isSponsored } from '../../flows/isSponsored.ts'
import type { Kit } from '../../kit.ts'
import type { Source } from '../../model/source.ts'
import type { SwapAsset, SwapDraft } from '../../model/swap.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { swapFeeQuery } from './swapFeeQuery.ts'
import { gasOf } from './swapMaths.ts'

/** Used until a quote arrives: enough for most swaps. */
const usualGas = 300_000n
const waitMs = 10_000

type Most = {
  /** The form when the maximum was requested. */
  draft: SwapDraft
  networkId: CaipNetworkId
  source: Source
  from: SwapAsset
  balance: bigint
  quote: SwapQuote | undefined
}

/** Fills in a token's whole balance, or the coin's less the network fee; does nothing if the form has changed. */
export async function fillMost(kit: Kit, { draft, networkId, source, from, balance, quote }: Most): Promise<void> {
  const cost = async () => {
    // If the operator pays the fee, the whole balance can be swapped.
    if (await isSponsored(kit, { networkId, source, signal: AbortSignal.timeout(waitMs) })) return 0n
    const gas = (quote && gasOf(quote)) || usualGas
    const smartAccount = source.type === 'smartAccount' ? source.address : undefined
    return (await queriesOf(kit).fetchQuery(swapFeeQuery(kit, { networkId, gas, smartAccount }))).most
  }
  const most = from.address === undefined ? balance - (await cost()) : balance
  // A new account or network starts a new form, and each edit a new draft.
  if (kit.store.get().swap.draft !== draft) return
  const amount = decimalOf({ amount: most > 0n ? most : 0n, decimals: from.decimals })
  kit.store.send({ type: 'swap/edited', change: { amount } })
}
