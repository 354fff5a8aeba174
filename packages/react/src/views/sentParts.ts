import { SentWords } from './SentWords.tsx'
import { TransferRows } from './send/TransferRows.tsx'
import { SwapRows } from './swap/SwapRows.tsx'

/** What tells of the visitor's own transactions once they are sent, in one file: fetched before a wallet is asked to send one. */
export const sentParts = { SentWords, TransferRows, SwapRows }
