import type { SwapQuote } from '@billfold/protocol/api/swap'
import { KitError } from '@billfold/protocol/error'
import { isTokenId, tokenId } from '@billfold/protocol/nativeCoin'
import type { TransferCall } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import type { Stop } from '../../ports/clock.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { decimalOf } from '../transactions/decimalOf.ts'
import { batchOut } from './batchOut.ts'
import { quotesQuery } from './quotesQuery.ts'
import { isSwapping, type SwapAsset, type SwapTold } from './swap.ts'
import {
  assertPlace,
  type Desk,
  openDesk,
  type SwapOrder,
  SwapStop,
  send,
  step,
  type Told,
  waitMs,
} from './swapDesk.ts'
import { untilSettled } from './untilSettled.ts'

/**
 * Carries out a swap as it was shown: permission for the exact amount, by signature where that will do, then the transaction that
 * the server tried out, checked again here. The hash once the wallet has sent it, whoever still waits for it by then; how it went
 * otherwise is in `state.swap.attempt`.
 */
export async function carryOut(kit: Kit, order: SwapOrder): Promise<string | undefined> {
  if (isSwapping(kit.store.get().swap)) return undefined
  const told = toldOf(order)
  kit.store.send({ type: 'swap/started', ...told })
  const { signal, stop } = whileWaited(kit)
  try {
    return await run(await openDesk(kit, order, signal))
  } catch (e) {
    const { phase } = kit.store.get().swap.attempt
    // Who stopped waiting may be in the middle of another swap by now: this one has nothing more to say.
    if (signal.aborted || phase === 'idle' || phase === 'declined' || phase === 'failed') return undefined
    const error = KitError.from(e)
    if (e instanceof SwapStop)
      kit.store.send({ type: 'swap/failed', step: phase, trouble: e.trouble, message: e.message, ...told })
    else if (error.code === 'user_rejected') kit.store.send({ type: 'swap/declined', step: phase, ...told })
    else kit.store.send({ type: 'swap/failed', step: phase, trouble: error.code, message: error.message, ...told })
    return undefined
  } finally {
    stop()
  }
}

/** A signal that aborts when the visitor stops waiting, leaves, or changes account or chain; a later swap does not revive it. */
function whileWaited(kit: Kit): { signal: AbortSignal; stop: Stop } {
  const left = new AbortController()
  const stop = kit.store.onEvent((_, now) => {
    if (now.swap.attempt.phase === 'idle') left.abort()
  })
  return { signal: left.signal, stop }
}

async function run(desk: Desk): Promise<string> {
  const { order } = desk
  await assertPlace(desk)
  if (order.from.address === undefined) return sendSwap(desk, await build(desk, await stillGood(desk)))
  const { spender } = order.quote
  if (!spender) throw new SwapStop('mismatch', 'The quote does not say who takes the tokens')
  // A token that takes a signature itself needs no transaction before the swap.
  const approvals = order.quote.permit === 'eip2612' ? [] : await missingApprovals(desk, spender)
  const canBatch = approvals.length > 0 && (await asksForBatches(desk))
  if (!canBatch) for (const approval of approvals) await approve(desk, approval)
  const quote = await stillGood(desk)
  const permit = quote.permit ? await signPermit(desk, quote, spender) : undefined
  const call = await build(desk, quote, permit)
  if (!canBatch) return sendSwap(desk, call)
  await assertPlace(desk)
  step(desk, 'asking')
  return batchOut(desk, [...approvals.map((approval) => approval.call), call], transactionOf(order))
}

type Approval = { call: TransferCall; amount: bigint }

/** The approvals that are missing: none, one, or a reset and one. Each is checked to be for the exact amount. */
async function missingApprovals({ kit, order, swaps }: Desk, spender: string): Promise<readonly Approval[]> {
  const { networkId, user, from, to, amount } = order
  const [source, target, owner] = [
    tokenId(networkId, from.address),
    tokenId(networkId, to.address),
    `${networkId}:${user}`,
  ]
  const { allowance } = await kit.api.getSwapAllowance({ tokenAddress: source, userAddress: owner, spender })
  if (BigInt(allowance) >= amount) return []
  const asked = { userAddress: owner, from: source, to: target, amount: `${amount}`, spender }
  const { tx, reset } = await kit.api.buildSwapApproval(asked)
  const shown = { token: from.address ?? '', spender }
  const built = [...(reset ? [{ ...reset, amount: 0n }] : []), { to: tx.to, data: tx.data, amount }]
  return built.map(({ to: place, data, amount: most }) => {
    const call = { to: place.split(':')[2] ?? '', data }
    if (!swaps.isApproval(call, { ...shown, amount: most }))
      throw new SwapStop('mismatch', 'The approval is not the one that was shown')
    return { call: { from: user, ...call, value: 0n }, amount: most }
  })
}

/** Sends an approval and waits for the chain to have it. */
async function approve(desk: Desk, { call, amount }: Approval): Promise<void> {
  const { kit, order, signal } = desk
  await assertPlace(desk)
  step(desk, amount === 0n ? 'resetting' : 'approving')
  const { symbol, decimals, address } = order.from
  const hash = await send(desk, call, {
    kind: 'approval',
    meant: {
      to: order.quote.spender ?? '',
      amount: `${amount}`,
      symbol,
      decimals,
      ...(address ? { token: address } : {}),
    },
  })
  step(desk, 'approved')
  if ((await untilSettled(kit, hash, signal)) !== 'confirmed')
    throw new SwapStop('approval_failed', 'The approval did not go through')
}

async function asksForBatches({ kit, order, connector, swaps }: Desk): Promise<boolean> {
  try {
    const { method, params } = swaps.askBatching(order.user)
    const answer = await withDeadline(kit.ports.clock, waitMs, connector.request(order.networkId, method, params))
    return swaps.canBatch(answer, order.networkId)
  } catch {
    // Most wallets do not know the question: one transaction after the other, then.
    return false
  }
}

/** Approving takes time, and so does looking: an old quote is asked for again, and must not be worse than the minimum that was shown. */
async function stillGood(desk: Desk): Promise<SwapQuote> {
  const { kit, order, signal } = desk
  const { quote } = order
  const expires = quote.expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(quote.expiresAt)
  if (kit.ports.clock.now() < expires - 5_000) return quote
  step(desk, 'building')
  const { quotes } = await quotesQuery(kit, order).queryFn({ signal })
  const fresh = quotes.find(({ source, spender }) => source?.id === quote.source?.id && spender === quote.spender)
  if (!fresh) throw new SwapStop('expired', 'The quote has expired')
  if (BigInt(fresh.toAmount) < leastOf(quote)) throw new SwapStop('changed', 'The price has moved since you looked')
  return fresh
}

const leastOf = (quote: SwapQuote) => BigInt(quote.toAmountMin ?? quote.toAmount)

async function signPermit(desk: Desk, quote: SwapQuote, spender: string): Promise<string> {
  const { kit, order, connector, swaps } = desk
  const { networkId, user, from, amount } = order
  const { permit } = await kit.api.buildSwapPermit({ quoteId: quote.id ?? '', userAddress: `${networkId}:${user}` })
  if (!permit) throw new SwapStop('mismatch', 'There is nothing to sign')
  const shown = { networkId, owner: user, token: from.address ?? '', spender, amount }
  const fault = swaps.permitFault(permit, shown, kit.ports.clock.now())
  if (fault) throw new SwapStop('mismatch', `The permission is for ${fault}`)
  await assertPlace(desk)
  step(desk, 'signing')
  const { method, params } = swaps.signTypedData(user, permit)
  return swaps.readSignature(await connector.request(networkId, method, params))
}

/** The transaction as the server built and simulated it, compared with what was shown before any wallet sees it. */
async function build(desk: Desk, quote: SwapQuote, permit?: string): Promise<TransferCall & { gas: bigint }> {
  const { kit, order } = desk
  step(desk, 'building')
  const { networkId, user, from, to, amount, slippageBps } = order
  const [source, target] = [tokenId(networkId, from.address), tokenId(networkId, to.address)]
  const eip155 = { slippage: slippageBps / 100, ...(permit ? { permit } : {}) }
  const asked = { amount: `${amount}`, from: source, to: target, userAddress: `${networkId}:${user}`, eip155 }
  const { tx, simulation } = await kit.api.buildSwap({ ...asked, ...(quote.id ? { quoteId: quote.id } : {}) })
  const value = BigInt(tx.value ?? (from.address === undefined ? tx.amount : '0'))
  const changeOf = ({ address }: SwapAsset) =>
    simulation?.changes.find(({ token }) => isTokenId(networkId, token, address))?.amount
  const [paid, got] = [changeOf(from), changeOf(to)]
  if (!simulation || simulation.failure !== undefined || paid === undefined || got === undefined)
    throw new SwapStop('mismatch', simulation?.failure ?? 'The swap could not be tried out')
  if (-BigInt(paid) > amount || value > (from.address === undefined ? amount : 0n))
    throw new SwapStop('mismatch', 'The swap would take more than was shown')
  // The visitor's own minimum counts, whatever a newer quote says.
  const least = leastOf(order.quote)
  if (BigInt(got) < least) throw new SwapStop('changed', 'Less would come out than the minimum that was shown')
  return { from: user, to: tx.to.split(':')[2] ?? '', data: tx.data, value, gas: BigInt(tx.eip155.gas) }
}

async function sendSwap(desk: Desk, call: TransferCall & { gas: bigint }): Promise<string> {
  await assertPlace(desk)
  step(desk, 'asking')
  return send(desk, call, transactionOf(desk.order), call.gas)
}

/** What the kit remembers of the swap: what comes out of it, and what went in. */
function transactionOf({ user, from, to, amount, quote }: SwapOrder): Told {
  return {
    kind: 'swap',
    meant: {
      to: user,
      amount: quote.toAmount,
      symbol: to.symbol,
      decimals: to.decimals,
      ...(to.address ? { token: to.address } : {}),
      paid: {
        amount: `${amount}`,
        symbol: from.symbol,
        decimals: from.decimals,
        ...(from.address ? { token: from.address } : {}),
      },
    },
  }
}

const toldOf = ({ networkId, from, to, amount, quote }: SwapOrder): SwapTold => ({
  network: networkId,
  from: from.address ?? from.symbol,
  to: to.address ?? to.symbol,
  fromAmount: decimalOf({ amount, decimals: from.decimals }),
  toAmount: decimalOf({ amount: BigInt(quote.toAmount), decimals: to.decimals }),
})
