import type { SwapQuote } from '@billfold/protocol/api/swap'
import { spenderOf } from './findApprovals.ts'
import { halt, type SwapDesk, turnToWallet } from './swapDesk.ts'

/** The visitor's signature to take exactly the amount, for a while; nothing where the quote needs none. */
export async function signPermit(desk: SwapDesk, quote: SwapQuote): Promise<string | undefined> {
  const { kit, order, connector, swaps, networkId, source } = desk
  const { from, amount } = order
  const { allowances } = swaps
  if (!allowances || from.address === undefined || !quote.permit) return undefined
  const owner = source.address
  const { permit } = await kit.api.buildSwapPermit({ quoteId: quote.id ?? '', userAddress: `${networkId}:${owner}` })
  if (!permit) throw halt('mismatch', 'There is nothing to sign')
  const shown = { networkId, owner, token: from.address, spender: spenderOf(desk), amount }
  const fault = allowances.permitFault(permit, shown, kit.ports.clock.now())
  if (fault) throw halt('mismatch', `The permission is for ${fault}`)
  await turnToWallet(desk, 'signing')
  const { method, params } = allowances.signTypedData(owner, permit)
  return allowances.readSignature(await connector.request(networkId, method, params))
}
