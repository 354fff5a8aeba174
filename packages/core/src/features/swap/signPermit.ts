import type { SwapQuote } from '@billfold/protocol/api/swap'
import { spenderOf } from './findApprovals.ts'
import { halt, type SwapDesk, turnToWallet } from './swapDesk.ts'

/** The visitor's signature to take exactly the amount, for a while; nothing where the quote needs none. */
export async function signPermit(desk: SwapDesk, quote: SwapQuote): Promise<string | undefined> {
  const { kit, order, connector, swaps, networkId, source, contract } = desk
  const { from, amount } = order
  const { allowances } = swaps
  if (!allowances || from.address === undefined || !quote.permit) return undefined
  const owner = source.address
  const { permit } = await kit.api.buildSwapPermit({ quoteId: quote.id ?? '', userAddress: `${networkId}:${owner}` })
  if (!permit) throw halt('mismatch', 'There is nothing to sign')
  if (quote.permit !== contract.permit) throw halt('mismatch', 'The permission is of another kind')
  const permission = { networkId, owner, token: from.address, spender: spenderOf(desk), amount }
  const shown = { ...permission, taker: contract.router, kind: quote.permit }
  const pinned = allowances.permitOf(permit, shown, kit.ports.clock.now())
  if ('fault' in pinned) throw halt('mismatch', `The permission is for ${pinned.fault}`)
  await turnToWallet(desk, 'signing')
  const { method, params } = allowances.signTypedData(owner, pinned.permit)
  return allowances.readSignature(await connector.request(networkId, method, params))
}
