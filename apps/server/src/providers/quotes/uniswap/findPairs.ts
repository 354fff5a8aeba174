import { encodeFunctionData, parseAbi } from 'viem'
import { createBatchCache } from '../../../caches/createBatchCache.ts'
import { lowerHex } from '../../../chains/eip155/hex.ts'
import type { ChainContracts, EvmAddress } from '../../../chains/serverChain.ts'
import type { ContractCall, ReadContracts } from '../../readContracts.ts'
import { wordAt } from '../../words.ts'

/** A pool of v3; its fee is in hundredths of a basis point. */
type V3Pool = { fee: number; pool: EvmAddress }
/** Where two tokens are traded for each other. */
export type Pair = { v2: EvmAddress | undefined; v3: readonly V3Pool[] }
export type FindPairs = (pairs: readonly (readonly [EvmAddress, EvmAddress])[]) => Promise<ReadonlyMap<string, Pair>>

const abi = parseAbi([
  'function getPair(address a, address b) view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
])
const v3Fees = [100, 500, 3_000, 10_000]

/** The same for both ways of naming a pair. */
export const pairKey = (a: EvmAddress, b: EvmAddress): string => [lowerHex(a), lowerHex(b)].sort().join(' ')

/** Asks the factories which pools there are, and remembers for a minute: pools are made rarely, and never moved. */
export function createFindPairs(read: ReadContracts, contracts: ChainContracts, keepMs = 60_000): FindPairs {
  const { uniswapV2Factory, uniswapV3Factory } = contracts
  const cache = createBatchCache<Pair>({
    ttlMs: keepMs,
    deadlineMs: 10_000,
    async load(keys, signal) {
      const allLookups = keys.flatMap((key) => lookups(key, uniswapV2Factory, uniswapV3Factory))
      const answers = await read(
        allLookups.map(({ call }) => call),
        signal,
      )
      const pairs = new Map<string, Pair & { v3: V3Pool[] }>(keys.map((key) => [key, { v2: undefined, v3: [] }]))
      for (const [index, { key, fee }] of allLookups.entries()) {
        const pair = pairs.get(key)
        const word = wordAt(answers[index], 0)
        if (!pair || !word || word >> 160n) continue
        const pool: EvmAddress = `0x${word.toString(16).padStart(40, '0')}`
        if (fee === undefined) pair.v2 = pool
        else pair.v3.push({ fee, pool })
      }
      return pairs
    },
  })
  return (pairs) => cache(pairs.map(([a, b]) => pairKey(a, b)))
}

function lookups(key: string, v2: EvmAddress | undefined, v3: EvmAddress | undefined) {
  const [a, b] = key.split(' ') as [EvmAddress, EvmAddress]
  const lookupCalls: { key: string; fee?: number; call: ContractCall }[] = []
  if (v2)
    lookupCalls.push({
      key,
      call: { to: v2, data: encodeFunctionData({ abi, functionName: 'getPair', args: [a, b] }) },
    })
  for (const fee of v3 ? v3Fees : [])
    lookupCalls.push({
      key,
      fee,
      call: { to: v3!, data: encodeFunctionData({ abi, functionName: 'getPool', args: [a, b, fee] }) },
    })
  return lookupCalls
}
