import { knownMints, solanaMainnet } from '@billfold/protocol/solana/knownMints'
import { confusables } from './confusables.ts'

type Known = { symbol: string; name: string; address: string }

/** Lookalike characters, and the best-known tokens of networks without a token list. */
export const lookalikeTables: {
  shapes: typeof confusables
  known: Readonly<Partial<Record<string, readonly Known[]>>>
} = { shapes: confusables, known: { [solanaMainnet]: knownMints } }
