import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { fetchSettlers, isReadable, isSettler, readSwap } from '@billfold/protocol/eip155/swapCallFault'
import { swapContracts } from '@billfold/protocol/eip155/swapContracts'
import { KitError } from '@billfold/protocol/error'
import type { QueryChain } from '../chainQuery.ts'
import type { KnownContract, SwapVerifier } from '../swaps.ts'
import { type EvmCall, readCall, writeCall } from './evmCall.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { feeOf, fittingFee, gasPrice, rollupFee, withRoom } from './sendFees.ts'
import { gasAround, nativeBalance } from './sendPlan.ts'
import { refusalOf, refusedWith } from './sendRefusal.ts'

const permits: Readonly<Record<string, KnownContract['permit']>> = { uniswap: 'permit2', 'uniswap-v3': 'eip2612' }

/** Verifies swaps on EVM chains by their call data, the kit's list of contracts, and a node's simulation. */
export const swapVerifier: SwapVerifier = {
  contractOf(sourceId, networkId, own = {}) {
    if (!isReadable(sourceId)) return undefined
    const { reference } = parseCaipNetworkId(networkId)
    const listed = swapContracts[sourceId]?.[reference]
    const contract = listed ?? own[networkId]?.[sourceId]
    const permit = permits[sourceId]
    return contract && { ...contract, isListed: listed !== undefined, ...(permit ? { permit } : {}) }
  },

  async fault(call, shown, { now, ask }) {
    const read = readSwap(readCall(call), shown, now)
    if ('fault' in read) return read.fault
    const { settler } = read.facts
    return !settler || (await isSettlerNow(settler, ask)) ? undefined : 'another contract'
  },

  async fee(gas, ask, smartAccount) {
    const [price, rollup, around] = await Promise.all([
      gasPrice(ask),
      rollupFee(`0x${'00'.repeat(callBytes)}`, ask),
      smartAccount === undefined ? 0n : gasAround(smartAccount, ask),
    ])
    const { most } = feeOf(withRoom(gas + around), price, rollup)
    return { most, likely: feeOf(gas + around, price, rollup).likely }
  },

  async tryOut(calls, ask) {
    const read = calls.map(readCall)
    const last = read.at(-1)
    if (!last) return undefined
    try {
      if (read.length > 1) return (await goesThrough(read, ask)) ? writeCall(last) : undefined
      const [estimate, price, rollup, balance] = await Promise.all([
        ask({ method: 'eth_estimateGas', params: [asSent(last)] }),
        gasPrice(ask),
        rollupFee(last.data, ask),
        nativeBalance(last.from, ask),
      ])
      const gas = withRoom(readQuantity(estimate, 'gas estimate'))
      // An account that cannot pay the fee has a paymaster, and the wallet knows the price.
      const fee = fittingFee(gas, price, rollup, balance - last.value)
      return writeCall({ ...last, fields: fee?.fields ?? { gas: toQuantity(gas) } })
    } catch (e) {
      if (refusalOf(e)) return undefined
      throw e
    }
  },
}

/** Typical size of a swap's call, including a permit. */
const callBytes = 1_500

const asSent = ({ from, to, value, data }: EvmCall) => ({ from, to, value: toQuantity(value), data })

async function isSettlerNow(settler: string, ask: QueryChain): Promise<boolean> {
  const named = await fetchSettlers((contract) =>
    ask({ method: 'eth_call', params: [contract, 'latest'] }).catch((e: unknown) => {
      if (refusedWith(e) === undefined) throw e
    }),
  )
  return isSettler(settler, named)
}

/**
 * Whether calls succeed in sequence. Only some nodes can simulate several: otherwise, the limits in the call data must
 * suffice.
 */
async function goesThrough(calls: readonly EvmCall[], ask: QueryChain): Promise<boolean> {
  const question = { blockStateCalls: [{ calls: calls.map(asSent) }] }
  const answer = await ask({ method: 'eth_simulateV1', params: [question, 'latest'] }).catch((e: unknown) => {
    if (KitError.from(e).code === 'aborted') throw e
    return undefined
  })
  const [block] = Array.isArray(answer) ? (answer as readonly { calls?: unknown }[]) : []
  const results = Array.isArray(block?.calls) ? (block.calls as readonly { status?: unknown }[]) : undefined
  return !results || results.every(({ status }) => status === '0x1')
}
