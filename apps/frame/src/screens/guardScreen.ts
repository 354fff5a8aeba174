import { guardedControls, guardPresses } from './guardPresses.ts'
import type { Speech } from './texts/createSpeech.ts'
import type { TextKey } from './texts/en.ts'
import type { PointerTrack } from './trackPointer.ts'
import { presenceMs, type ScreenWindow, type Sight, watchSight } from './watchSight.ts'

type Deps = {
  view: ScreenWindow
  say: Speech['say']
  /** Where the pointer has shown that this page lies; a window of its own needs none. */
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

/** Keeps all that a screen can do from anyone who has not had it before their eyes, and says why. */
export function guardScreen(screen: HTMLElement, { view, say, track, change }: Deps) {
  const hint = screen.querySelector<HTMLElement>('[data-hint]')
  const show = (sight: Sight) => {
    const controls = guardedControls(screen)
    const isGuarded = controls.length > 0
    screen.dataset.sight = isGuarded ? sight : 'ready'
    for (const control of controls)
      if (control.getAttribute('aria-busy') !== 'true')
        control.setAttribute('aria-disabled', String(sight !== 'ready' || control.hasAttribute('data-locked')))
    const reason = reasons[sight]
    if (hint) hint.textContent = reason && isGuarded ? say(reason) : ''
    change(sight, isGuarded)
  }
  const watch = watchSight(screen, view, show)
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
    /** The screen was moved, as its pointer shows. */
    noteMove: watch.noteMove,
    /** Says something in the place of a reason. */
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
