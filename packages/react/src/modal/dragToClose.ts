const closesAfter = 88
const easing = 'cubic-bezier(0.2, 0, 0, 1)'

/** Lets a finger on the sheet's head pull it down; far enough closes, less lets it back up. */
export function dragToClose(dialog: HTMLElement, close: () => void, signal: AbortSignal): void {
  const [card, head] = ['.card', '.header'].map((part) => dialog.querySelector<HTMLElement>(part))
  if (!card || !head) return
  let start: { id: number; y: number } | undefined
  const offset = (event: PointerEvent) => Math.max(0, event.clientY - (start?.y ?? event.clientY))
  const onDown = (event: PointerEvent) => {
    const isSheet = matchMedia('(max-width: 430px)').matches
    if (start || !isSheet || event.pointerType === 'mouse') return
    // The buttons in the head stay buttons.
    if (event.target instanceof Element && event.target.closest('button, a')) return
    start = { id: event.pointerId, y: event.clientY }
    head.setPointerCapture(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    if (start?.id === event.pointerId) card.style.translate = `0 ${offset(event)}px`
  }
  const onUp = (event: PointerEvent) => {
    if (start?.id !== event.pointerId) return
    const pulled = event.type === 'pointerup' ? offset(event) : 0
    start = undefined
    if (pulled > closesAfter) close()
    card.animate([{ translate: card.style.translate || '0' }, { translate: '0' }], { duration: 150, easing })
    card.style.translate = ''
  }
  const listeners = { pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp }
  for (const [type, listener] of Object.entries(listeners))
    head.addEventListener(type as 'pointerdown', listener, { signal })
}
