import { type CaipNetworkId, caipAddress } from '@billfold/protocol/caip'
import { tokenId } from '@billfold/protocol/nativeCoin'
import type { Kit } from '../../kit.ts'
import { findTransaction } from '../../model/transactions.ts'
import { deleteInterruptedSwap, type InterruptedSwap, readInterruptedSwap } from './interruptedSwap.ts'

/**
 * State of an interrupted swap: the wallet may have its approval or the swap, the approval is pending, or only the swap
 * is missing.
 */
export type InterruptedState = 'approving' | 'pending' | 'approved' | 'asking'
/** An interrupted swap with its state. */
export type FoundSwap = InterruptedSwap & { state: InterruptedState }

const refreshMs = 5_000

/** The account's interrupted swap, verified on chain; null if there is none. */
export const interruptedSwapQuery = (
  kit: Kit,
  { networkId, address }: { networkId: CaipNetworkId; address: string },
) => ({
  // Under the quotes' key, so that they are dropped together.
  queryKey: ['quotes', networkId, address, 'left'] as const,
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state: { data } }: { state: { data?: FoundSwap | null | undefined } }) =>
    data === null ? (false as const) : refreshMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FoundSwap | null> => {
    const left = readInterruptedSwap(kit, { networkId, address })
    if (!left) return null
    const state = await stateOf(kit, { networkId, address, left, signal })
    if (state) return { ...left, state }
    // Another swap may have replaced it meanwhile.
    const now = readInterruptedSwap(kit, { networkId, address })
    if (now?.timestamp === left.timestamp) deleteInterruptedSwap(kit, { networkId, address })
    return null
  },
})

/** Whether the wallet has sent it since. */
const isSentSince = (kit: Kit, { networkId, address, left }: Omit<LeftSwapLookup, 'signal'>): boolean =>
  kit.store
    .get()
    .transactions.some(
      ({ kind, meant: { paid }, ...each }) =>
        kind === 'swap' &&
        each.networkId === networkId &&
        each.from === address &&
        each.sentAt >= left.timestamp &&
        paid?.amount === left.amount &&
        paid.token === left.from.address,
    )

type LeftSwapLookup = { networkId: CaipNetworkId; address: string; left: InterruptedSwap; signal: AbortSignal }

/** Undefined if it has ended: the approved tokens are spent, or the approval failed. */
async function stateOf(
  kit: Kit,
  { networkId, address, left, signal }: LeftSwapLookup,
): Promise<InterruptedState | undefined> {
  const { step, from, amount, spender, approval } = left
  const sent = approval === undefined ? undefined : findTransaction(kit.store.get().transactions, approval)
  if (step === 'approved' && sent?.status === 'pending') return 'pending'
  if (step === 'asking' && isSentSince(kit, { networkId, address, left })) return undefined
  // Without its own approval, nothing shows whether the wallet has sent it.
  if (from.address === undefined || !spender || (step === 'asking' && approval === undefined)) return step
  const { allowance } = await kit.api.getSwapAllowance(
    { tokenAddress: tokenId(networkId, from.address), userAddress: caipAddress(networkId, address), spender },
    signal,
  )
  const isAllowed = BigInt(allowance) >= BigInt(amount)
  if (step === 'asking') return isAllowed ? 'asking' : undefined
  return isAllowed ? 'approved' : step === 'approving' ? 'approving' : undefined
}
