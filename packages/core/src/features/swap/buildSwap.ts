import type { SwapFault } from '@billfold/protocol/eip155/swapCallFault'
import { isTokenId, tokenId } from '@billfold/protocol/nativeCoin'
import type { ShownSwap } from '../../chains/swaps.ts'
import type { Mismatch } from '../../model/mismatch.ts'
import type { OfferedQuote, SwapAsset } from '../../model/swap.ts'
import type { TransferCall } from '../../model/transfer.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import { fromServer, halt, haltOver, type SwapContext } from './swapContext.ts'

/** The mismatch that each fault is reported as. */
const mismatchOf: Readonly<Record<SwapFault, Mismatch>> = {
  'a call that cannot be decoded': { in: 'call' },
  'another contract': { in: 'contract' },
  'another value': { in: 'amount' },
  'another recipient': { in: 'recipient' },
  'another token to pay': { in: 'paidToken' },
  'another token to receive': { in: 'receivedToken' },
  'another amount': { in: 'amount' },
  'a lower minimum': { in: 'minimum' },
  'a higher fee': { in: 'fee' },
  'another permission': { in: 'permission' },
  'no end': { in: 'deadline' },
}

/**
 * Builds the transaction on the server, and compares it with what was shown before any wallet sees it: by the server's
 * simulation and, since a server may lie, by the call data itself.
 */
export async function buildSwap(desk: SwapContext, quote: OfferedQuote, permit?: string): Promise<TransferCall> {
  const { kit, order, networkId, source, swaps } = desk
  desk.step('building')
  const { from, to, amount } = order
  const input = {
    amount: `${amount}`,
    from: tokenId(networkId, from.address),
    to: tokenId(networkId, to.address),
    userAddress: `${networkId}:${source.address}`,
    eip155: { slippage: quote.slippageBps / 100, ...(permit ? { permit } : {}) },
    ...(quote.id ? { quoteId: quote.id } : {}),
  }
  const { tx, simulation } = await fromServer(kit.api.buildSwap(input))
  const { call, value } = swaps.read(tx, { owner: source.address, isCoin: from.address === undefined })
  check(desk, value, simulation)
  const ask = createNetworkRequest(kit, { networkId, signal: desk.signal })
  const fault = await desk.judge.fault(call, shownOf(desk), { now: kit.ports.clock.now(), ask })
  if (fault) throw haltOver(mismatchOf[fault], `The swap has ${fault}`)
  return call
}

/** The swap that the visitor approved, regardless of later server responses. */
const shownOf = ({ order, source, contract }: SwapContext): ShownSwap => ({
  sourceId: order.quote.source?.id ?? '',
  user: source.address,
  from: order.from.address,
  to: order.to.address,
  amount: order.amount,
  // Some sources round the other way.
  least: order.least - 1n,
  feeBps: Math.max(0, ...(order.quote.fees ?? []).map(({ bps = 0 }) => bps)),
  contract,
})

type Simulation = { failure?: string | undefined; changes: readonly { token: string; amount: string }[] }

/** The simulation takes no more than shown, and gives no less. */
function check({ order, networkId }: SwapContext, value: bigint, simulation: Simulation | undefined): void {
  const { from, to, amount, least } = order
  const changeOf = ({ address }: SwapAsset) =>
    simulation?.changes.find(({ token }) => isTokenId(networkId, token, address))?.amount
  const [paid, got] = [changeOf(from), changeOf(to)]
  if (!simulation || simulation.failure !== undefined || paid === undefined || got === undefined)
    throw haltOver({ in: 'simulation' }, simulation?.failure ?? 'The swap could not be tried out')
  if (-BigInt(paid) > amount || value > (from.address === undefined ? amount : 0n))
    throw haltOver({ in: 'amount' }, 'The swap would take more than was shown')
  if (BigInt(got) < least) throw halt('changed', 'Less would come out than the minimum that was shown')
}
