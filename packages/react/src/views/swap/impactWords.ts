import { impactSteps } from '@billfold/core/features/swap/swapMaths'
import type { SwapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { formatBps } from '../../ui/formatBps.ts'

/** The label of a price impact: none, a worse price, or too little liquidity. */
export function impactWords(
  impactBps: number | undefined,
  { thin, impactWarning }: Pick<SwapTexts, 'thin' | 'impactWarning'>,
  locale: string,
): string | undefined {
  const steps = impactSteps(impactBps)
  if (steps === 0 || impactBps === undefined) return undefined
  return steps === 2 ? thin(isolate(formatBps(Math.min(10_000, impactBps), locale))) : impactWarning
}
