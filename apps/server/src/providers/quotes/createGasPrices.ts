import { KitError } from '@billfold/protocol/error'
import { createMemo } from '../../caches/createMemo.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import type { Rpc } from '../../rpc/createRpc.ts'

/** What a unit of gas costs now, in the chain's smallest unit, for those who can wait and those who cannot. */
export type GasPrice = { standard: bigint; fast: bigint; instant: bigint }
export type GasPrices = (chain: ServerChain) => Promise<GasPrice>

const deadlineMs = 5_000

/** Asks the chain, at most every few seconds. */
export function createGasPrices(rpc: Rpc, keepMs = 5_000): GasPrices {
  const memo = createMemo<GasPrice>({ ttlMs: keepMs })
  return (chain) =>
    memo(chain.id, async () => {
      // What many callers wait for is not given up because one of them hangs up.
      const answer = await rpc(chain.id).call('eth_gasPrice', [], deadlineIn(deadlineMs))
      if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(answer))
        throw new KitError('unavailable', { message: 'The node names no gas price.' })
      const standard = BigInt(answer)
      return { standard, fast: (standard * 12n) / 10n, instant: (standard * 15n) / 10n }
    })
}
