import { ImpactAgreement } from './ImpactAgreement.tsx'
import { LeftSwap } from './LeftSwap.tsx'
import { SwapAsks } from './SwapAsks.tsx'
import { SwapSteps } from './SwapSteps.tsx'
import { Thin } from './Thin.tsx'
import { WhyNoQuote } from './WhyNoQuote.tsx'
import { WorseQuote } from './WorseQuote.tsx'

/** Occasional parts of the form and the review, in one file: each waits for a server, a wallet or the visitor. */
export const reviewParts = { ImpactAgreement, LeftSwap, SwapAsks, SwapSteps, Thin, WhyNoQuote, WorseQuote }
