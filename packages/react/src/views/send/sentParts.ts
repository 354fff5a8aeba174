import { SwapRows } from '../swap/SwapRows.tsx'
import { SentToast } from './SentToast.tsx'
import { TransferRows } from './TransferRows.tsx'

/** Parts that show the visitor's own transactions, in one file: fetched before the wallet prompt. */
export const sentParts = { SentToast, TransferRows, SwapRows }
