import type { ScreenWindow } from './watchSight.ts'

type PressRules = {
  /** Whether a press may begin now, or end and count. */
  mayPress(phase: 'begin' | 'end', by: 'pointer' | 'key'): boolean
  /** A person's press that came too early. */
  refuse(): void
}

type PressStart = { control: Element } & ({ pointerId: number } | { key: string })

const controls = 'button, a[href]'
/** Controls without a guard: they leave a screen, unfold a text or open the wallet's own window. */
const free = '[data-exit], [data-free]'

/** The controls of a screen that need a guard. */
export const guardedControls = (screen: Element): Element[] =>
  [...screen.querySelectorAll(controls)].filter((control) => !control.matches(free))

/**
 * Lets a press of a screen's controls through only if it is a person's, at a time when presses count, and began and ended on the same control;
 * a screen reader's, which has no beginning, if it comes at such a time.
 */
export function guardPresses(screen: HTMLElement, { document }: ScreenWindow, rules: PressRules): () => void {
  let begun: PressStart | undefined
  let ended: Element | undefined
  let passing: Element | undefined

  const guardedAt = (event: Event): Element | undefined => {
    const control = (event.target as Element | null)?.closest?.(controls)
    return control && screen.contains(control) && !control.matches(free) ? control : undefined
  }
  const drop = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const counts = (control: Element, event: Event, phase: 'begin' | 'end', by: 'pointer' | 'key') =>
    event.isTrusted && !control.hasAttribute('data-locked') && rules.mayPress(phase, by)
  const refuse = (event: Event) => {
    drop(event)
    if (event.isTrusted) rules.refuse()
  }

  const pointerDown = (event: PointerEvent) => {
    begun = undefined
    ended = undefined
    const control = guardedAt(event)
    if (!control) return
    if (event.button !== 0 || !counts(control, event, 'begin', 'pointer')) return refuse(event)
    begun = { control, pointerId: event.pointerId }
  }
  const pointerUp = (event: PointerEvent) => {
    const [control, from] = [guardedAt(event), begun]
    begun = undefined
    if (!control || !from || !('pointerId' in from) || from.pointerId !== event.pointerId) return
    if (from.control !== control) return
    if (counts(control, event, 'end', 'pointer')) ended = control
    else rules.refuse()
  }
  const cancel = () => {
    begun = undefined
  }
  const click = (event: MouseEvent) => {
    const control = guardedAt(event)
    if (!control) return
    const [isKeys, isPointers] = [passing === control, ended === control]
    passing = undefined
    ended = undefined
    if (isKeys) return
    const isReaders = event.detail === 0 && counts(control, event, 'end', 'key')
    if (!(isReaders || (isPointers && event.isTrusted))) drop(event)
  }
  /** Enter in a field presses the screen's own button. */
  const pressedBy = (event: KeyboardEvent): Element | undefined => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== ' ')) return undefined
    const field = event.target as Element | null
    if (field?.tagName !== 'INPUT' || !screen.contains(field)) return guardedAt(event)
    return event.key === ' ' ? undefined : (screen.querySelector('.actions .primary, .actions .danger') ?? undefined)
  }
  const keyDown = (event: KeyboardEvent) => {
    const control = pressedBy(event)
    if (!control) return
    // Browsers press with some keys' way down; here all press with their way up.
    event.preventDefault()
    if (event.repeat) return
    begun = undefined
    if (!counts(control, event, 'begin', 'key')) return refuse(event)
    begun = { control, key: event.key }
  }
  const keyPress = (event: KeyboardEvent) => {
    if (pressedBy(event)) event.preventDefault()
  }
  const keyUp = (event: KeyboardEvent) => {
    const control = pressedBy(event)
    if (!control) return
    event.preventDefault()
    const from = begun
    begun = undefined
    if (!from || !('key' in from) || from.key !== event.key || from.control !== control) return
    if (!counts(control, event, 'end', 'key')) return rules.refuse()
    passing = control
    ;(control as HTMLElement).click()
    passing = undefined
  }
  const listeners: [string, (event: never) => void][] = [
    ['pointerdown', pointerDown],
    ['pointerup', pointerUp],
    ['pointercancel', cancel],
    ['click', click],
    ['keydown', keyDown],
    ['keypress', keyPress],
    ['keyup', keyUp],
  ]
  for (const [name, listen] of listeners) document.addEventListener(name, listen as EventListener, { capture: true })
  return () => {
    for (const [name, listen] of listeners)
      document.removeEventListener(name, listen as EventListener, { capture: true })
  }
}
