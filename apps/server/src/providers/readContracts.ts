import { KitError } from '@billfold/protocol/error'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { EvmAddress } from '../chains.ts'
import type { ChainRpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'

export type ContractCall = { to: EvmAddress; data: Hex }
/** Many reads for few requests: what each call returned, or undefined where it failed. Rejects when no node can be asked. */
export type ReadContracts = (calls: readonly ContractCall[], signal: AbortSignal) => Promise<(Hex | undefined)[]>

/** Where Multicall3 stands on nearly every chain. */
export const multicall3: EvmAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
])

const absentForMs = 600_000

type Options = {
  multicall?: EvmAddress | undefined
  chunk?: number
  /** How many requests one read may spend on finding the contract that spoils a chunk. */
  spare?: number
  now?: () => number
}

/**
 * Reads through Multicall3, a chunk at a time, or call by call where it is not deployed. A contract that reverts fails alone; one
 * that burns the whole chunk's gas or returns more than a node will send is found by halving the chunk.
 */
export function createReadContracts(rpc: ChainRpc, options: Options = {}): ReadContracts {
  const { multicall = multicall3, chunk = 150, spare = 64, now = Date.now } = options
  let isThere: boolean | undefined
  let askedAt = 0

  async function hasMulticall(signal: AbortSignal): Promise<boolean> {
    if (isThere === undefined || (!isThere && now() - askedAt > absentForMs)) {
      const code = await rpc.call('eth_getCode', [multicall, 'latest'], signal)
      isThere = isHex(code) && code.length > 2
      askedAt = now()
    }
    return isThere
  }

  async function oneByOne(calls: readonly ContractCall[], signal: AbortSignal): Promise<(Hex | undefined)[]> {
    const asked = calls.map((call) => ({ method: 'eth_call', params: [call, 'latest'] }))
    const outcomes = await rpc.batch(asked, signal)
    return outcomes.map((outcome) => {
      if (outcome.ok) return isHex(outcome.result) ? outcome.result : undefined
      if (isOutage(outcome.error)) throw outcome.error
      return undefined
    })
  }

  async function aggregate(
    calls: readonly ContractCall[],
    budget: { left: number },
    signal: AbortSignal,
  ): Promise<(Hex | undefined)[]> {
    if (calls.length === 1) return oneByOne(calls, signal)
    try {
      const data = encodeFunctionData({
        abi,
        functionName: 'aggregate3',
        args: [calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))],
      })
      return readResults(await rpc.call('eth_call', [{ to: multicall, data }, 'latest'], signal), calls.length)
    } catch (e) {
      if (isOutage(e)) throw e
      budget.left -= 2
      if (budget.left < 0) return calls.map(() => undefined)
      const half = Math.ceil(calls.length / 2)
      const first = await aggregate(calls.slice(0, half), budget, signal)
      return [...first, ...(await aggregate(calls.slice(half), budget, signal))]
    }
  }

  return async (calls, signal) => {
    if (calls.length === 0) return []
    if (!(await hasMulticall(signal))) return oneByOne(calls, signal)
    const budget = { left: spare }
    const parts: Promise<(Hex | undefined)[]>[] = []
    for (let at = 0; at < calls.length; at += chunk) parts.push(aggregate(calls.slice(at, at + chunk), budget, signal))
    return (await Promise.all(parts)).flat()
  }
}

function readResults(answer: unknown, expected: number): (Hex | undefined)[] {
  if (!isHex(answer)) throw new Error('The node answered with something else than bytes.')
  const results = decodeFunctionResult({ abi, functionName: 'aggregate3', data: answer })
  if (results.length !== expected) throw new Error('The contract answered another question.')
  return results.map(({ success, returnData }) => (success ? returnData : undefined))
}

/** The node could not be asked, or wants no more questions: asking it for less would not help. */
function isOutage(e: unknown): boolean {
  return e instanceof KitError || (e instanceof RpcError && (e.code === -32005 || e.code === 429))
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
