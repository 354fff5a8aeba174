import { KitError } from '@billfold/protocol/error'
import { createMemo } from '../../caches/createMemo.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import type { Rpc } from '../../rpc/createRpc.ts'

/** The current gas price in the chain's smallest unit, at three speeds. */
export type GasPrice = { standard: bigint; fast: bigint; instant: bigint }
export type GasPrices = (chain: ServerChain) => Promise<GasPrice>

const deadlineMs = 5_000

/** Asks the chain, at most every few seconds. */
export function createGasPrices(rpc: Rpc, keepMs = 5_000): GasPrices {
  const memo = createMemo<GasPrice>({ ttlMs: keepMs })
  return (chain) =>
    memo(chain.id, async () => {
      // Shared by several callers, so no caller's signal applies.
      const answer = await rpc(chain.id).call('eth_gasPrice', [], deadlineIn(deadlineMs))
      if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answer))
        throw new KitError('unavailable', { message: 'The node returned no gas price.' })
      const standard = BigInt(answer)
      return { standard, fast: (standard * 12n) / 10n, instant: (standard * 15n) / 10n }
    })
}
