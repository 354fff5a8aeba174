import { ImpactAgreement } from './ImpactAgreement.tsx'
import { LeftSwap } from './LeftSwap.tsx'
import { SwapAsks } from './SwapAsks.tsx'
import { SwapSteps } from './SwapSteps.tsx'
import { Thin } from './Thin.tsx'
import { WhyNoQuote } from './WhyNoQuote.tsx'
import { WorseQuote } from './WorseQuote.tsx'

/** What comes beside the form and the review, in one file: each appears only once a server, a wallet or the visitor has given it something to say. */
export const reviewParts = { ImpactAgreement, LeftSwap, SwapAsks, SwapSteps, Thin, WhyNoQuote, WorseQuote }
