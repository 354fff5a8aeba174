import { joinBytes } from '@billfold/protocol/bytes'
import type { Namespace } from '@billfold/protocol/caip'

const hardened = 0x8000_0000

/** The ways in which programs number a device's accounts. */
export type PathScheme = 'ledgerLive' | 'bip44' | 'legacy' | 'solana' | 'solanaWallets' | 'segwit' | 'taproot'

type PathOf = (index: number, coin: number) => string

const schemes: Readonly<Partial<Record<Namespace, Partial<Record<PathScheme, PathOf>>>>> = {
  eip155: {
    ledgerLive: (index) => `44'/60'/${index}'/0/0`,
    bip44: (index) => `44'/60'/0'/0/${index}`,
    legacy: (index) => `44'/60'/0'/${index}`,
  },
  solana: {
    solana: (index) => `44'/501'/${index}'`,
    solanaWallets: (index) => `44'/501'/${index}'/0'`,
  },
  bip122: {
    segwit: (index, coin) => `84'/${coin}'/${index}'/0/0`,
    taproot: (index, coin) => `86'/${coin}'/${index}'/0/0`,
  },
}

/** The paths of a range of accounts, each once, by scheme. */
export function pathsOf(namespace: Namespace, from: number, count: number, coin = 0) {
  const seen = new Set<string>()
  const rows = Object.entries(schemes[namespace] ?? {}) as [PathScheme, PathOf][]
  return rows.flatMap(([scheme, pathOf]) =>
    Array.from({ length: count }, (_, at) => ({ scheme, index: from + at, path: pathOf(from + at, coin) })).filter(
      // Ledger Live's first account is BIP-44's too.
      ({ scheme: own, index, path }) => !(own === 'bip44' && index === 0) && !seen.has(path) && seen.add(path),
    ),
  )
}

/** A path's steps. */
export const stepsOf = (path: string): number[] =>
  path.split('/').map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? hardened : 0))

/** A path as the apps read it: the number of steps, then each in four bytes. */
export function writePath(path: string): Uint8Array<ArrayBuffer> {
  const steps = stepsOf(path)
  const bytes = new Uint8Array(4 * steps.length)
  const view = new DataView(bytes.buffer)
  for (const [at, step] of steps.entries()) view.setUint32(4 * at, step)
  return joinBytes(Uint8Array.of(steps.length), bytes)
}
