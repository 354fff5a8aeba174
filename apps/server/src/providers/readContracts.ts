import { KitError } from '@billfold/protocol/error'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { EvmAddress } from '../chains/serverChain.ts'
import type { ChainRpc } from '../rpc/createRpc.ts'
import { RpcError } from '../rpc/rpcError.ts'

export type ContractCall = { to: EvmAddress; data: Hex }
/**
 * Batches reads into few requests: each call's result, or undefined if it failed. Rejects if no node is available.
 * Calls before and after a `border` are never batched together, so that one side cannot spoil the other.
 */
export type ReadContracts = (
  calls: readonly ContractCall[],
  signal: AbortSignal,
  border?: number,
  /** The newest block unless given. */
  block?: Hex,
) => Promise<(Hex | undefined)[]>

/** Multicall3's address on nearly every chain. */
export const multicall3: EvmAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
])

const absentForMs = 600_000

/** The requests that one read may still spend. */
type Budget = { left: number }

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

  /** Sends all parts in one request; retries in halves the ones that fail as a whole. */
  async function readParts(
    parts: readonly ContractCall[][],
    budget: Budget,
    signal: AbortSignal,
    block: Hex | 'latest',
  ) {
    const outcomes = await rpc.batch(
      parts.map((part) => ({ method: 'eth_call', params: [part.length === 1 ? part[0] : together(part), block] })),
      signal,
    )
    const results: (Hex | undefined)[] = []
    for (const [index, part] of parts.entries()) {
      const outcome = outcomes[index]!
      if (!outcome.ok && isOutage(outcome.error)) throw outcome.error
      const answers = outcome.ok ? readAnswers(outcome.result, part.length) : undefined
      if (answers) results.push(...answers)
      else results.push(...(await halves(part, budget, signal, block)))
    }
    return results
  }

  async function halves(part: ContractCall[], budget: Budget, signal: AbortSignal, block: Hex | 'latest') {
    budget.left -= 2
    if (part.length === 1 || budget.left < 0) return part.map(() => undefined)
    const middle = Math.ceil(part.length / 2)
    return readParts([part.slice(0, middle), part.slice(middle)], budget, signal, block)
  }

  const together = (calls: readonly ContractCall[]): ContractCall => ({
    to: multicall,
    data: encodeFunctionData({
      abi,
      functionName: 'aggregate3',
      args: [calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))],
    }),
  })

  return async (calls, signal, border = calls.length, block) => {
    if (calls.length === 0) return []
    const size = (await hasMulticall(signal)) ? chunk : 1
    const parts: ContractCall[][] = []
    for (const side of [calls.slice(0, border), calls.slice(border)])
      for (let at = 0; at < side.length; at += size) parts.push(side.slice(at, at + size))
    return readParts(parts, { left: spare }, signal, block ?? 'latest')
  }
}

/** Decodes the results of a part's calls; undefined if the response does not match. */
function readAnswers(answer: unknown, expected: number): (Hex | undefined)[] | undefined {
  if (!isHex(answer)) return undefined
  if (expected === 1) return [answer]
  try {
    const results = decodeFunctionResult({ abi, functionName: 'aggregate3', data: answer })
    if (results.length !== expected) return undefined
    return results.map(({ success, returnData }) => (success ? returnData : undefined))
  } catch {
    // Bytes that are no list of results: asked for in halves, like any other failure.
    return undefined
  }
}

/** The node is unavailable or rate limiting: a smaller request would not help. */
function isOutage(e: unknown): boolean {
  return e instanceof KitError || (e instanceof RpcError && (e.code === -32005 || e.code === 429))
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)
