import { easing, paceOf } from './pace.ts'

const eachMs = 110
const betweenMs = 11
/** One after the other; those behind them come with the last. */
const oneByOne = 8
/** More than fit on a screen. */
const most = 28

/** Elements whose children are rows or tiles. */
export const lists = '.rows, .grid, .nfts, .stack'

/** Lets the rows of the lists in an element enter one after the other, all of them within 200 ms. */
export function enterRows(within: Element): void {
  const pace = paceOf(within)
  if (pace === 0) return
  const rows = [...within.querySelectorAll(lists), ...(within.matches(lists) ? [within] : [])]
    .flatMap((list) => [...list.children])
    .filter((row) => !row.matches(`${lists}, .visually-hidden, [aria-busy]`))
  for (const [at, row] of rows.slice(0, most).entries())
    row.animate([{ opacity: 0, transform: 'translateY(8px)' }, {}], {
      duration: eachMs * pace,
      delay: Math.min(at, oneByOne) * betweenMs * pace,
      fill: 'backwards',
      easing,
    })
}
