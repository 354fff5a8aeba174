/** The target of an arrow, Home or End in a list or grid of `count`; undefined if the key does not move. */
export function nextIndex(
  key: string,
  from: number,
  count: number,
  { columns, rtl }: { columns: number; rtl: boolean },
): number | undefined {
  const along = rtl ? -1 : 1
  const steps: Record<string, number> = { ArrowRight: along, ArrowLeft: -along, ArrowDown: columns, ArrowUp: -columns }
  if (key === 'Home') return count ? 0 : undefined
  if (key === 'End') return count ? count - 1 : undefined
  const step = steps[key]
  if (step === undefined) return undefined
  const to = from + step
  return to >= 0 && to < count ? to : undefined
}
