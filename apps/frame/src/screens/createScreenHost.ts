import { element, freeButton } from './element.ts'
import { guardScreen } from './guardScreen.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import type { Speech } from './texts/createSpeech.ts'
import { trackPointer } from './trackPointer.ts'
import { presenceMs, type ScreenWindow, type Sight } from './watchSight.ts'

/** Shows one guarded screen at a time, and focuses its title, so that it is read out and Enter presses nothing. */
export type ScreenHost = { put(screen: HTMLElement): void; clear(): void }

/** The window that shows the screens: passkeys, clipboard and printer need the one that people press in. */
export const shownIn = { view: globalThis as unknown as ScreenWindow }

/** Conditions that the embedding page causes, and the wallet's own window avoids. */
const atFault: readonly Sight[] = ['small', 'cut', 'covered', 'blind']
const usualHeight = 600
/** The window stays open this long for a next screen. */
const stayMs = 500

export function createScreenHost(
  root: HTMLElement,
  { say }: Pick<Speech, 'say'>,
  fit: (height: number) => void = () => {},
): ScreenHost {
  const home = root.ownerDocument.defaultView!
  let current: HTMLElement | undefined
  let guard: ReturnType<typeof guardScreen> | undefined
  let away: { view: ScreenWindow; close(): void } | undefined
  let opening: (() => void) | undefined
  let knows: ReturnType<typeof setTimeout> | undefined
  let fitted = { width: 0, height: 0 }
  const track = home.parent === home ? undefined : trackPointer(home, { arrived, moved: () => guard?.noteMove() })

  function arrived() {
    root.dataset.pointer = 'new'
    clearTimeout(knows)
    knows = setTimeout(() => {
      root.dataset.pointer = 'known'
    }, presenceMs)
  }
  const open = () => {
    // Closes the window of an earlier press that is still opening.
    opening?.()
    const close = openWalletWindow({
      view: home,
      opened(view) {
        opening = undefined
        away = { view, close }
        dress(view.document.documentElement, root.ownerDocument.documentElement)
        leaveByEscape(view.document)
        if (current) mount(current)
        else close()
      },
      leaving() {
        if (away?.close !== close) return
        away = undefined
        if (current) mount(current)
      },
      blocked: () => guard?.hint(say('windowBlocked')),
    })
    opening = close
  }
  const mount = (screen: HTMLElement) => {
    guard?.stop()
    shownIn.view = away?.view ?? home
    if (away) {
      root.replaceChildren(elsewhere(away.view, say))
      away.view.document.body.replaceChildren(screen)
    } else {
      root.replaceChildren(screen)
      report(screen)
    }
    // A screen can be watched only once it is in the page.
    guard = guardScreen(screen, {
      ...{ view: shownIn.view, say, track: away ? undefined : track },
      change: (sight, isGuarded) => offer(screen, isGuarded && atFault.includes(sight)),
    })
    screen.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  /**
   * Requests the height that an approval needs at the present width. Other screens have one height, because theirs would tell the site how many
   * devices or passkeys there are.
   */
  const report = (screen: HTMLElement) => {
    const width = home.innerWidth
    if (home.parent === home || width === 0 || screen.dataset.passing !== undefined) return
    const height = screen.dataset.fits === undefined ? usualHeight : heightOf(screen)
    if (fitted.width === width && fitted.height === height) return
    fitted = { width, height }
    fit(height)
  }
  // Before the dialog is open it has no width.
  home.addEventListener('resize', () => {
    if (current && !away && home.innerWidth !== fitted.width) report(current)
  })
  const offer = (screen: HTMLElement, isOffered: boolean) => {
    const before = screen.querySelector('[data-opens]')
    if (isOffered === (before !== null)) return
    if (before) return before.remove()
    const opens = freeButton(say('openWindow'), open, 'primary')
    opens.dataset.opens = ''
    screen.querySelector('.actions')?.append(opens)
  }
  const leaveByEscape = (page: Document) =>
    page.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') current?.querySelector<HTMLElement>('[data-exit]')?.click()
    })
  // The dialog around this page gets no key events from inside it.
  leaveByEscape(root.ownerDocument)
  return {
    put(screen) {
      current = screen
      screen.addEventListener('locks', () => guard?.refresh())
      mount(screen)
    },
    clear() {
      guard?.stop()
      guard = undefined
      current = undefined
      shownIn.view = home
      root.replaceChildren()
      const left = away
      left?.view.document.body.replaceChildren()
      if (left)
        setTimeout(() => {
          if (current || away !== left) return
          away = undefined
          left.close()
        }, stayMs)
    },
  }
}

/** Copies the frame's language, direction and colors. */
function dress(to: HTMLElement, from: HTMLElement): void {
  to.lang = from.lang
  to.dir = from.dir
  if (from.dataset.theme) to.dataset.theme = from.dataset.theme
  to.style.cssText = from.style.cssText
}

/** The frame's own screen while the request is in a window. */
function elsewhere(view: ScreenWindow, say: Speech['say']): HTMLElement {
  return screenOf({
    title: say('windowTitle'),
    body: [],
    actions: [freeButton(say('openWindow'), () => view.focus(), 'primary')],
  })
}

/** The height at which a screen needs no scrolling. */
function heightOf(screen: HTMLElement): number {
  const { sight } = screen.dataset
  // A screen that is too small shows nothing, and would never grow.
  delete screen.dataset.sight
  screen.classList.add('whole')
  const height = Math.ceil(screen.getBoundingClientRect().height)
  screen.classList.remove('whole')
  if (sight !== undefined) screen.dataset.sight = sight
  return height
}

type Parts = {
  title: string
  body: readonly (Node | string)[]
  actions: readonly HTMLElement[]
  /** A menu: each button says all that it does, so the screen need not be read to its end. */
  isMenu?: boolean
}

/** A screen: its title, a body that scrolls, and actions that stay in sight. */
export function screenOf({ title, body, actions, isMenu = false }: Parts): HTMLElement {
  return element(
    'main',
    { class: 'screen', 'aria-labelledby': 'title', 'data-menu': isMenu },
    element('h1', { id: 'title', tabindex: '-1' }, title),
    element('div', { class: 'body', tabindex: '0', role: 'region', 'aria-labelledby': 'title' }, ...body),
    element(
      'footer',
      { class: 'actions' },
      element('p', { class: 'spoken', role: 'status', 'data-spoken': true }),
      element('p', { class: 'hint', role: 'status', 'data-hint': true }),
      ...actions,
    ),
  )
}
