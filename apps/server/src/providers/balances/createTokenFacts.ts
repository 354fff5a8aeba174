import type { Hex } from 'viem'
import { type BatchCache, createBatchCache } from '../../caches/createBatchCache.ts'
import type { EvmAddress } from '../../chains/serverChain.ts'
import type { ReadContracts } from '../readContracts.ts'
import { textOf, wordAt } from '../words.ts'

/** A token's own description, made safe to show. */
export type TokenFacts = { name: string; symbol: string; decimals: number }

const selectors: readonly Hex[] = ['0x06fdde03', '0x95d89b41', '0x313ce567'] // name(), symbol(), decimals()
const maxDecimals = 77n // 10^77 is the last power of ten that an amount can hold

/** Asks tokens that are on no list what they are, by address in lower case. What has no symbol or no decimals is no token. */
export function createTokenFacts(read: ReadContracts, keepMs = 3_600_000): BatchCache<TokenFacts> {
  return createBatchCache<TokenFacts>({
    ttlMs: keepMs,
    deadlineMs: 10_000,
    size: 20_000,
    async load(addresses, signal) {
      const calls = addresses.flatMap((to) => selectors.map((data) => ({ to: to as EvmAddress, data })))
      const answers = await read(calls, signal)
      const facts = new Map<string, TokenFacts>()
      for (const [index, address] of addresses.entries()) {
        const [name, symbol, decimals] = answers.slice(index * 3, index * 3 + 3)
        const places = wordAt(decimals, 0)
        const short = textOf(symbol, 20)
        if (places === undefined || places > maxDecimals || !short) continue
        facts.set(address, { name: textOf(name, 60) || short, symbol: short, decimals: Number(places) })
      }
      return facts
    },
  })
}
