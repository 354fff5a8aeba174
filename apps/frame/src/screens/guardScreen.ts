import { guardedControls, guardPresses } from './guardPresses.ts'
import { showWait } from './showWait.ts'
import type { Speech, TextKey } from './texts/createSpeech.ts'
import type { PointerTrack } from './trackPointer.ts'
import { presenceMs, type ScreenWindow, type Sight, watchSight } from './watchSight.ts'

type Deps = {
  view: ScreenWindow
  say: Speech['say']
  /** The page's position by the pointer; a window of its own needs none. */
  track: PointerTrack | undefined
  /** `isGuarded` says whether anything on the screen depends on it. */
  change(sight: Sight, isGuarded: boolean): void
}

const reasons: Partial<Record<Sight, TextKey>> = {
  small: 'sightSmall',
  cut: 'sightCut',
  covered: 'covered',
  blind: 'sightBlind',
  unread: 'sightUnread',
}

/** Blocks a screen's controls until the person has had it in full sight, and says why. */
export function guardScreen(screen: HTMLElement, { view, say, track, change }: Deps) {
  const hint = screen.querySelector<HTMLElement>('[data-hint]')
  const spoken = screen.querySelector<HTMLElement>('[data-spoken]')
  const show = (sight: Sight) => {
    const controls = guardedControls(screen)
    const isGuarded = controls.length > 0
    screen.dataset.sight = isGuarded ? sight : 'ready'
    for (const control of controls)
      if (control.getAttribute('aria-busy') !== 'true')
        control.setAttribute('aria-disabled', String(sight !== 'ready' || control.hasAttribute('data-locked')))
    const reason = reasons[sight]
    if (hint) hint.textContent = reason && isGuarded ? say(reason) : ''
    if (spoken) spoken.textContent = isGuarded && sight === 'ready' ? say('ready') : ''
    change(sight, isGuarded)
  }
  const wait = (ms: number | undefined) => {
    for (const control of guardedControls(screen))
      if (control.matches('.primary, .danger') && control.getAttribute('aria-busy') !== 'true')
        showWait(control as HTMLElement, ms)
  }
  const watch = watchSight(screen, view, { change: show, wait })
  show(watch.sight())
  const stopPresses = guardPresses(screen, view, {
    mayPress(phase, by) {
      if (watch.sight() !== 'ready') return false
      if (phase === 'begin' || by === 'key' || !track) return true
      const since = track.since()
      return since !== undefined && performance.now() - since >= presenceMs
    },
    refuse() {
      if (hint?.textContent === '') hint.textContent = say('pressAgain')
    },
  })
  return {
    /** Notes that the pointer showed a move of the screen. */
    noteMove: watch.noteMove,
    /** Shows a text instead of a reason. */
    hint(text: string) {
      if (hint) hint.textContent = text
    },
    /** Something on the screen unlocked or locked a control. */
    refresh: () => show(watch.sight()),
    stop() {
      watch.stop()
      stopPresses()
    },
  }
}
