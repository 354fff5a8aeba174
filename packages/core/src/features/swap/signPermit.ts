import type { SwapQuote } from '@billfold/protocol/api/swap'
import type { TypedData } from '../../chains/swaps.ts'
import { spenderOf } from './findApprovals.ts'
import { assertReadyForWallet, fromServer, haltOver, type SwapContext } from './swapContext.ts'

/** The permit for the exact amount, of limited validity, that replaces an approval. */
export async function findPermit(desk: SwapContext, quote: SwapQuote): Promise<TypedData | undefined> {
  const { kit, order, swaps, networkId, source, contract } = desk
  const { from, amount } = order
  const { allowances } = swaps
  if (!allowances || from.address === undefined || !quote.permit) return undefined
  const owner = source.address
  const input = { quoteId: quote.id ?? '', userAddress: `${networkId}:${owner}` }
  const { permit } = await fromServer(kit.api.buildSwapPermit(input))
  if (!permit) throw haltOver({ in: 'permission' }, 'Nothing to sign')
  if (quote.permit !== contract.permit) throw haltOver({ in: 'permission' }, 'The permission is of another kind')
  const permission = { networkId, owner, token: from.address, spender: spenderOf(desk), amount }
  const shown = { ...permission, taker: contract.router, kind: quote.permit }
  const pinned = allowances.permitOf(permit, shown, kit.ports.clock.now())
  if ('fault' in pinned) throw haltOver({ in: 'permission' }, `The permission is for ${pinned.fault}`)
  return pinned.permit
}

/** The visitor's signature on it. */
export async function signPermit(desk: SwapContext, permit: TypedData): Promise<string | undefined> {
  const { connector, swaps, networkId, source } = desk
  if (!swaps.allowances) return undefined
  await assertReadyForWallet(desk, 'signing')
  const { method, params } = swaps.allowances.signTypedData(source.address, permit)
  return swaps.allowances.readSignature(await connector.request(networkId, method, params))
}
