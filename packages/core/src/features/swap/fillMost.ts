import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf } from '@billfold/protocol/decimalOf'
import type { Kit } from '../../kit.ts'
import { queriesOf } from '../../queriesOf.ts'
import { isSponsored } from '../../sending/isSponsored.ts'
import type { Source } from '../source/source.ts'
import type { SwapAsset, SwapDraft } from './swap.ts'
import { swapFeeQuery } from './swapFeeQuery.ts'
import { gasOf } from './swapMaths.ts'

/** Before a quote tells: about what most swaps take. */
const usualGas = 300_000n
const waitMs = 10_000

type Most = {
  /** As it stood when the maximum was wanted. */
  draft: SwapDraft
  networkId: CaipNetworkId
  source: Source
  from: SwapAsset
  balance: bigint
  quote: SwapQuote | undefined
}

/** Fills in all of a token, or of the coin what the network's cost leaves; nothing where the form is another by then. */
export async function fillMost(kit: Kit, { draft, networkId, source, from, balance, quote }: Most): Promise<void> {
  const cost = async () => {
    // If the operator pays the network, all of it can be swapped.
    if (await isSponsored(kit, { networkId, source, signal: AbortSignal.timeout(waitMs) })) return 0n
    const gas = (quote && gasOf(quote)) || usualGas
    const smartAccount = source.type === 'smartAccount' ? source.address : undefined
    return (await queriesOf(kit).fetchQuery(swapFeeQuery(kit, { networkId, gas, smartAccount }))).most
  }
  const most = from.address === undefined ? balance - (await cost()) : balance
  // Another account or network begins another form, and each edit another draft.
  if (kit.store.get().swap.draft !== draft) return
  const amount = decimalOf({ amount: most > 0n ? most : 0n, decimals: from.decimals })
  kit.store.send({ type: 'swap/edited', change: { amount } })
}
