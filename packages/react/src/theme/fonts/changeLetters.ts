import { easing, paceOf } from '../../modal/movement/pace.ts'

/** Below this, letters just look different where they are. */
const jumpPx = 1

/**
 * Changes the letters of what is on the screen. What then begins elsewhere, such as a centered title, fades in at its
 * new place instead of jumping there.
 */
export function changeLetters(root: ParentNode, change: () => void): void {
  const before = [...root.querySelectorAll<HTMLElement>('.card *')].map((element) => ({
    element,
    starts: startsOf(element),
  }))
  change()
  const moved = before.filter(({ element, starts }) =>
    startsOf(element).some((start, at) => Math.abs(start - starts[at]!) >= jumpPx),
  )
  const all = new Set<Element | null>(moved.map(({ element }) => element))
  const elements = moved
    .map(({ element }) => element)
    .filter((element) => !all.has(element.parentElement) && !element.matches(':focus-within'))
  // Gone from the layout once, it comes back as new text in its place, not as the same text that moved.
  for (const { style } of elements) style.display = 'none'
  root.querySelector('.card')?.getBoundingClientRect()
  for (const element of elements) {
    element.style.display = ''
    element.animate({ opacity: [0, 1] }, { duration: 120 * paceOf(element), easing })
  }
}

/** Where an element begins, and where its content does. */
function startsOf(element: Element): readonly number[] {
  const content = document.createRange()
  content.selectNodeContents(element)
  return [element, content].map((part) => part.getBoundingClientRect().left)
}
