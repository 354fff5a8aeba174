import { isCountable } from '@billfold/protocol/decimalOf'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Kit } from '../../kit.ts'
import type { SwapAsset } from '../../model/swap.ts'
import type { SwapOrder } from './swapOrder.ts'

/** An interrupted swap, and the last request to the wallet. */
export type InterruptedSwap = {
  /** The wallet has the approval, the approval is confirmed, or the wallet has the swap. */
  step: 'approving' | 'approved' | 'asking'
  from: SwapAsset
  to: SwapAsset
  /** In smallest units. */
  amount: string
  /** The spender; none for the native coin. */
  spender?: string
  /** The hash of its own approval, once sent. */
  approval?: string
  timestamp: number
}
type Left = Pick<InterruptedSwap, 'step' | 'approval'>
type Place = Pick<SwapOrder, 'networkId'> & { address: string }

/** Kept when the wallet disconnects: a locked one still has the request. */
const key = '@billfold/swap_cache'
/** One per account and network, limited to what someone may resume. */
const maxStored = 8
const day = 86_400_000
/** Wallets drop requests soon too; an approval stays until it is used. */
const livesMs: Readonly<Record<InterruptedSwap['step'], number>> = { approving: day, asking: day, approved: 7 * day }

/** The interrupted swap of an account on a network, stored by any page or tab. */
export const readInterruptedSwap = (kit: Kit, { networkId, address }: Place): InterruptedSwap | undefined =>
  entriesOf(kit)[`${networkId}:${address}`]

/**
 * Stores the wallet's pending request; `end` then records what is left, if anything, unless another swap has replaced
 * it.
 */
export function storeInterruptedSwap(kit: Kit, order: SwapOrder, left: Left) {
  const place = { networkId: order.networkId, address: order.source.address }
  const own = entryOf(kit, order, left)
  write(kit, place, own)
  return {
    end(next?: Left) {
      if (JSON.stringify(readInterruptedSwap(kit, place)) === JSON.stringify(own))
        write(kit, place, next && entryOf(kit, order, next))
    },
  }
}

function entryOf(kit: Kit, { from, to, amount, quote }: SwapOrder, left: Left): InterruptedSwap {
  const bare = ({ address, symbol, name, decimals }: SwapAsset): SwapAsset => ({
    ...(address === undefined ? {} : { address }),
    symbol,
    name,
    decimals,
  })
  return {
    ...left,
    from: bare(from),
    to: bare(to),
    amount: `${amount}`,
    ...(quote.spender && from.address !== undefined ? { spender: quote.spender } : {}),
    timestamp: kit.ports.clock.now(),
  }
}

/** Drops it: the visitor has seen it, or it has ended. */
export const deleteInterruptedSwap = (kit: Kit, place: Place): void => write(kit, place, undefined)

/** Whether an order is the interrupted one: same amount, same approval. */
export const isInterrupted = (
  left: InterruptedSwap | undefined,
  { networkId, from, amount, quote }: SwapOrder,
): boolean =>
  left !== undefined &&
  left.amount === `${amount}` &&
  left.from.address !== undefined &&
  sameAddress(networkId, left.from.address, from.address) &&
  sameAddress(networkId, left.spender, quote.spender)

function write(kit: Kit, { networkId, address }: Place, entry: InterruptedSwap | undefined): void {
  const id = `${networkId}:${address}`
  const { [id]: _, ...others } = entriesOf(kit)
  const all = Object.entries({ ...others, ...(entry ? { [id]: entry } : {}) })
    .toSorted(([, a], [, b]) => b.timestamp - a.timestamp)
    .slice(0, maxStored)
  kit.ports.storage.set(key, all.length > 0 ? JSON.stringify(Object.fromEntries(all)) : undefined)
}

function entriesOf({ ports: { storage, clock } }: Kit): Record<string, InterruptedSwap> {
  try {
    const stored: unknown = JSON.parse(storage.get(key) ?? '{}')
    const now = clock.now()
    const isKept = (entry: unknown) => isSound(entry) && now - entry.timestamp <= livesMs[entry.step]
    return Object.fromEntries(Object.entries(stored as object).filter(([, entry]) => isKept(entry)))
  } catch {
    // Corrupt, or from another version: treat as empty.
    return {}
  }
}

const isText = (value: unknown, most = 100): value is string => typeof value === 'string' && value.length <= most
const isTextOrNone = (value: unknown) => value === undefined || isText(value)

function isAsset(value: unknown): boolean {
  const { address, symbol, name, decimals } = (value ?? {}) as Partial<SwapAsset>
  return (
    [symbol, name].every((text) => isText(text)) &&
    isTextOrNone(address) &&
    Number.isInteger(decimals) &&
    Number(decimals) >= 0 &&
    isCountable({ decimals: Number(decimals) })
  )
}

function isSound(value: unknown): value is InterruptedSwap {
  const { step, from, to, amount, spender, approval, timestamp } = (value ?? {}) as Partial<InterruptedSwap>
  return (
    isText(step) &&
    Object.hasOwn(livesMs, step) &&
    isAsset(from) &&
    isAsset(to) &&
    isText(amount, 78) &&
    /^\d+$/.test(amount) &&
    isTextOrNone(spender) &&
    isTextOrNone(approval) &&
    Number.isFinite(timestamp)
  )
}
