import type { Hex } from 'viem'
import { mnemonicSeed } from '../mnemonicSeed.ts'
import { providerError } from '../providerError.ts'
import { deriveSeed, solanaPath } from './deriveSeed.ts'
import { type SolanaKey, solanaKey } from './ed25519.ts'

/** Solana keys by account number: from seeds, or from the wallet's mnemonic as other Solana wallets derive them. */
export function createSolanaKeys(source: readonly Hex[] | { mnemonic: string }): {
  key: (index: number) => Promise<SolanaKey>
} {
  const made = new Map<number, Promise<SolanaKey>>()
  const seeds = 'mnemonic' in source ? undefined : source.map(parseSeed)
  if (seeds?.length === 0) throw providerError('invalid_input', 'solana.seeds must hold at least one seed')
  let master: Promise<Uint8Array> | undefined

  async function make(index: number): Promise<SolanaKey> {
    if (!globalThis.crypto?.subtle)
      throw providerError('internal', 'Solana keys need a secure page: open the site by https or on localhost')
    // Fewer seeds than EVM accounts: account numbers wrap around, so that each has a Solana side.
    if (seeds) return solanaKey(seeds[index % seeds.length]!)
    master ??= mnemonicSeed((source as { mnemonic: string }).mnemonic)
    return solanaKey(await deriveSeed(await master, solanaPath(index)))
  }

  return {
    key(index) {
      const key = made.get(index) ?? make(index)
      made.set(index, key)
      return key
    },
  }
}

function parseSeed(seed: Hex): Uint8Array {
  if (!/^0x[0-9a-fA-F]{64}$/.test(seed))
    throw providerError('invalid_input', 'A Solana seed is 0x and 64 hexadecimal digits')
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(seed.slice(2 + i * 2, 4 + i * 2), 16))
}
