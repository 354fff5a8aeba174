import { encodeFunctionData, parseAbi } from 'viem'
import { createBatchCache } from '../../caches/createBatchCache.ts'
import { sameHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { ContractCall, ReadContracts } from '../readContracts.ts'
import { wordAt } from '../words.ts'
import type { Market } from './market.ts'

/** Where one token is traded for another whose price is known. */
export type Pool = { version: 2 | 3; address: EvmAddress; base: EvmAddress; quote: EvmAddress }
/** The pools in which any of these tokens is traded for money. */
type FindPools = (bases: readonly EvmAddress[]) => Promise<Pool[]>

const abi = parseAbi([
  'function getPair(address a, address b) view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
])
const fees = [100, 500, 3_000, 10_000]

/** Asks the exchanges' factories, and remembers for a while: pools are made rarely, and never moved. */
export function createFindPools(read: ReadContracts, market: Market, keepMs = 600_000): FindPools {
  const cache = createBatchCache<Pool[]>({
    ttlMs: keepMs,
    deadlineMs: 10_000,
    size: 5_000,
    async load(bases, signal) {
      const allLookups = bases.flatMap((base) => lookups(market, base as EvmAddress))
      const answers = await read(
        allLookups.map(({ call }) => call),
        signal,
      )
      const poolsByBase = new Map<string, Pool[]>(bases.map((base) => [base, []]))
      for (const [index, { version, base, quote }] of allLookups.entries()) {
        const word = wordAt(answers[index], 0)
        if (!word || word >> 160n) continue
        const address: EvmAddress = `0x${word.toString(16).padStart(40, '0')}`
        poolsByBase.get(base)?.push({ version, address, base, quote })
      }
      return poolsByBase
    },
  })
  return async (bases) => [...(await cache(bases)).values()].flat()
}

/** The tokens to price a token in: the dollar's own token in nothing, other dollars in it, the rest in money. */
export function quotesFor({ stables, wrappedNative }: Market, base: EvmAddress): EvmAddress[] {
  const place = stables.findIndex((stable) => sameHex(stable, base))
  if (place === 0) return []
  if (place > 0) return [stables[0]!]
  return sameHex(base, wrappedNative) ? [...stables] : [...stables, wrappedNative]
}

type Lookup = Pick<Pool, 'version' | 'base' | 'quote'> & { call: ContractCall }

function lookups(market: Market, base: EvmAddress): Lookup[] {
  return quotesFor(market, base).flatMap((quote) => [
    ...market.v2Factories.map((to): Lookup => {
      const data = encodeFunctionData({ abi, functionName: 'getPair', args: [base, quote] })
      return { version: 2, base, quote, call: { to, data } }
    }),
    ...market.v3Factories.flatMap((to) =>
      fees.map((fee): Lookup => {
        const data = encodeFunctionData({ abi, functionName: 'getPool', args: [base, quote, fee] })
        return { version: 3, base, quote, call: { to, data } }
      }),
    ),
  ])
}
