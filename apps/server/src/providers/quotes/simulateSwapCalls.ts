import { sameHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { type BuiltSwap, nativeCoin, type QuoteRequest, type SourceQuote } from './quoteSource.ts'
import { approveCall, type SimulatedCall, type Simulation, simulateSwap } from './simulateSwap.ts'
import { approveThroughPermit2 } from './uniswap/permit2.ts'

const dayS = 86_400

/** Runs a swap as its account would, with whatever approvals it takes before it; nothing is signed or sent. */
export async function simulateSwapCalls(
  { rpc, now }: { rpc: Rpc; now: () => number },
  { chain, from, to, user, amount }: QuoteRequest,
  { spender }: Pick<SourceQuote, 'spender'>,
  built: BuiltSwap,
  signal: AbortSignal,
  isBare = false,
): Promise<Simulation> {
  const calls: SimulatedCall[] = []
  if (from !== nativeCoin && spender) {
    calls.push(approveCall(from, spender, 0n), approveCall(from, spender, amount))
    if (isPermit2(chain, spender)) {
      const until = Math.floor(now() / 1000) + dayS
      calls.push({ to: spender, data: approveThroughPermit2(from, built.to, amount, until) })
    }
  }
  calls.push({ to: built.to, data: built.data, value: built.value })
  return simulateSwap(rpc(chain.id), { chain, user, calls, assets: [from, to], isBare }, signal)
}

/** Whether tokens are approved to Permit2, which then lets the router have them. */
export const isPermit2 = ({ contracts: { permit2 } }: ServerChain, spender: EvmAddress): boolean =>
  sameHex(permit2, spender)
