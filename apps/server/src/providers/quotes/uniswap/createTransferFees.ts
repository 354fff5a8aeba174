import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { createMemo } from '../../../caches/createMemo.ts'
import { lowerHex, sameHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../../chains/serverChain.ts'
import { deadlineIn } from '../../../limits/deadlineIn.ts'
import type { Rpc } from '../../../rpc/createRpc.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import { createReaders } from '../../createReaders.ts'
import { multicall3 } from '../../readContracts.ts'
import { wordAt } from '../../words.ts'
import { batchData, forwarderTo, readResults } from '../codeOverrides.ts'

/** A token's fee on transfers to a pool (`in`) and from a pool (`out`), in hundredths of a percent. */
export type TransferFee = { inBps: bigint; outBps: bigint }
type TransferFees = (chain: ServerChain, token: EvmAddress, pool: EvmAddress) => Promise<TransferFee>

/** An empty address that a pool sends a little to, in the simulation only. */
const stranger: EvmAddress = '0x00000000000000000000000000000000b111f01e'
const [keepMs, patienceMs] = [600_000, 2_000]
const whole = 10_000n
const none: TransferFee = { inBps: 0n, outBps: 0n }

/** An amount minus a token's own fee. */
export const afterTransferFee = (amount: bigint, bps: bigint): bigint => amount - (amount * bps) / whole

/**
 * Measures what tokens keep of a transfer, as pools see it: a pool and a stranger are lent code for the length of one `eth_call`, the one
 * sends the other a little of what it holds, and gets half of it back. Where that cannot be measured no fee is assumed: anyone who
 * offers a quote tries it out before.
 */
export function createTransferFees({ rpc, now = Date.now }: { rpc: Rpc; now?: () => number }): TransferFees {
  const readerOf = createReaders(rpc)
  const memo = createMemo<TransferFee>({ ttlMs: keepMs, now })

  async function measure(chain: ServerChain, token: EvmAddress, pool: EvmAddress, signal: AbortSignal) {
    const balance = (owner: EvmAddress) => call('balanceOf', [owner])
    const call = (functionName: 'balanceOf' | 'transfer', args: readonly unknown[]): Hex =>
      encodeFunctionData({ abi: erc20Abi, functionName, args } as never)
    const [answer] = await readerOf(chain)([{ to: token, data: balance(pool) }], signal)
    const sent = (wordAt(answer, 0) ?? 0n) / 1_000n
    // Of less, rounding would look like a fee.
    if (sent < 20_000n) return none
    const multicall = chain.contracts.multicall3 ?? multicall3
    const back = batchData([{ to: token, data: call('transfer', [pool, sent / 2n]) }])
    const steps = [
      { to: token, data: balance(stranger) },
      { to: token, data: call('transfer', [stranger, sent]) },
      { to: token, data: balance(stranger) },
      { to: token, data: balance(pool) },
      { to: stranger, data: back },
      { to: token, data: balance(pool) },
    ]
    const code = forwarderTo(multicall)
    const lent = { [pool]: { code }, [stranger]: { code } }
    const results = readResults(await simulate(chain, { to: pool, data: batchData(steps) }, lent, signal), steps.length)
    if (!results?.[1]?.success) return none
    const [before, after, kept, returned] = [0, 2, 3, 5].map((at) => wordAt(results[at]?.returnData, 0))
    if (before === undefined || after === undefined || kept === undefined || returned === undefined) return none
    const outBps = bpsOf(sent, after - before)
    // If it cannot be sent back, as with a fee above half, the fee is unknown.
    return { outBps, inBps: wasSent(results[4]) ? bpsOf(sent / 2n, returned - kept) : outBps }
  }

  async function simulate(chain: ServerChain, call: { to: EvmAddress; data: Hex }, lent: object, signal: AbortSignal) {
    try {
      return await rpc(chain.id).call('eth_call', [call, 'latest', lent], signal)
    } catch (e) {
      if (e instanceof RpcError) return undefined
      throw e
    }
  }

  return async (chain, token, pool) =>
    sameHex(token, chain.wrappedNative)
      ? none
      : // It serves all who ask, so none of them decides how long it may take.
        memo(`${chain.id} ${lowerHex(token)}`, () => measure(chain, token, pool, deadlineIn(patienceMs))).catch(
          () => none,
        )
}

/** The stranger's own batch went through, and the transfer in it. */
const wasSent = (result: { success: boolean; returnData: Hex } | undefined): boolean =>
  result?.success === true && readResults(result.returnData, 1)?.[0]?.success === true

/** Rounded up: tokens round their fees down. */
function bpsOf(sent: bigint, arrived: bigint): bigint {
  const missing = sent - arrived
  if (missing <= 0n) return 0n
  return arrived <= 0n ? whole : (missing * whole + sent - 1n) / sent
}
