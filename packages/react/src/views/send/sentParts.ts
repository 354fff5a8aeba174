import { SwapRows } from '../swap/SwapRows.tsx'
import { SentToast } from './SentToast.tsx'
import { TransferRows } from './TransferRows.tsx'

/** What tells of the visitor's own transactions once they are sent, in one file: fetched before a wallet is asked to send one. */
export const sentParts = { SentToast, TransferRows, SwapRows }
