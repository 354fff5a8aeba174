import { knownMints, solanaMainnet } from '@billfold/protocol/solana/knownMints'
import { confusables } from './confusables.ts'

type Known = { symbol: string; name: string; address: string }

/** What characters look like, and the best known tokens of networks for which the page is given no list. */
export const lookalikeTables: {
  shapes: typeof confusables
  known: Readonly<Partial<Record<string, readonly Known[]>>>
} = { shapes: confusables, known: { [solanaMainnet]: knownMints } }
