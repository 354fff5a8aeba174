import { LeftSwap } from './LeftSwap.tsx'
import { SwapAsks } from './SwapAsks.tsx'

/** What comes beside the form and the review, in one file: each asks a server or a wallet before it has anything to say. */
export const reviewParts = { LeftSwap, SwapAsks }
