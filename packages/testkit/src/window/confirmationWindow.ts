import type { Ask } from '../approvals.ts'
import type { AskedQuestion } from '../question.ts'
import { walletShapes } from '../walletIcon.ts'
import { chainName } from '../walletSession.ts'
import { element, svgElement, words } from './element.ts'
import { questionContent } from './questionContent.ts'
import { windowStyle } from './windowStyle.ts'

export type ConfirmationWindowOptions = { document: Document; name: string; shadow: 'open' | 'closed' }

type Turn = { question: AskedQuestion; signal: AbortSignal; answer: (yes: boolean) => void }

// The second click of a double click, however slow, must not agree to the question that took the first one's place.
const settleMs = 350

/** The wallet's own window inside the page: shows one question at a time, above everything, and waits for an answer. */
export function confirmationWindow(options: ConfirmationWindowOptions): Ask {
  const { document } = options
  const waiting: Turn[] = []
  let close: (() => void) | undefined
  let queueLabel: HTMLElement | undefined

  const countWaiting = () => {
    if (queueLabel) queueLabel.textContent = waiting.length > 0 ? `${waiting.length} more waiting` : ''
  }

  function next(isFollowUp: boolean) {
    const turn = waiting.shift()
    if (!turn) return
    const shown = show(options, turn.question, isFollowUp)
    queueLabel = shown.queueLabel
    countWaiting()
    const end = (yes: boolean) => {
      turn.signal.removeEventListener('abort', withdraw)
      close?.()
      close = undefined
      turn.answer(yes)
      next(true)
    }
    const withdraw = () => end(false)
    close = shown.close
    turn.signal.addEventListener('abort', withdraw)
    shown.answered.then((yes) => close === shown.close && end(yes))
  }

  return (question, signal) =>
    new Promise((answer) => {
      const turn = { question, signal, answer }
      waiting.push(turn)
      // Answered elsewhere while still in the queue: it is never shown.
      signal.addEventListener('abort', () => {
        const at = waiting.indexOf(turn)
        if (at >= 0) waiting.splice(at, 1)
        countWaiting()
      })
      if (close) countWaiting()
      else next(false)
    })

  function show({ name, shadow }: ConfirmationWindowOptions, question: AskedQuestion, isFollowUp: boolean) {
    const content = questionContent(document, question, name)
    const host = element(document, 'div', { 'data-testid': 'testwallet' })
    const root = host.attachShadow({ mode: shadow })
    const view = document.defaultView as (Window & typeof globalThis) | null
    const sheet = new (view?.CSSStyleSheet ?? CSSStyleSheet)()
    sheet.replaceSync(windowStyle)
    root.adoptedStyleSheets = [sheet]

    const reject = element(document, 'button', { type: 'button', 'data-testid': 'testwallet-reject' }, 'Reject')
    const approve = element(
      document,
      'button',
      { type: 'button', 'data-primary': '', 'data-testid': 'testwallet-approve' },
      words(document, content.action),
    )
    const queueLabel = element(document, 'span', { class: 'queue', role: 'status', 'data-testid': 'testwallet-queue' })
    const network = question.network ?? (question.chain && chainName(question.chain))
    const pill = network && element(document, 'span', { class: 'pill', 'data-testid': 'testwallet-chain' }, network)
    const dialog = element(
      document,
      'dialog',
      { 'aria-labelledby': 'title', 'aria-describedby': 'origin', 'data-testid': 'testwallet-window' },
      element(
        document,
        'header',
        {},
        walletMark(document),
        element(document, 'span', { class: 'name' }, name, queueLabel),
        pill || undefined,
      ),
      element(
        document,
        'div',
        { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Request' },
        element(
          document,
          'div',
          { class: 'who' },
          element(
            document,
            'span',
            { class: 'origin', id: 'origin', 'data-testid': 'testwallet-origin' },
            words(document, question.origin),
          ),
          element(document, 'h2', { id: 'title', 'data-testid': 'testwallet-title' }, words(document, content.title)),
        ),
        ...content.body,
      ),
      element(document, 'footer', {}, reject, approve),
    )
    root.append(dialog)
    keepInside(host)

    const answered = new Promise<boolean>((resolve) => {
      reject.addEventListener('click', () => resolve(false))
      approve.addEventListener('click', (event) => event.detail < 2 && resolve(true))
      // Escape, or a page that closes dialogs: that rejects.
      dialog.addEventListener('close', () => resolve(false))
    })
    document.documentElement.append(host)
    dialog.showModal()
    reject.focus()
    if (isFollowUp) {
      approve.disabled = true
      setTimeout(() => (approve.disabled = false), settleMs)
    }
    const close = () => {
      dialog.close()
      host.remove()
    }
    return { answered, close, queueLabel }
  }
}

/** Keeps what happens in the window from the page, whose own dialogs would close on the same Escape or click. */
function keepInside(host: HTMLElement) {
  for (const name of [
    'keydown',
    'keyup',
    'click',
    'mousedown',
    'pointerdown',
    'pointerup',
    'touchstart',
    'focusin',
    'focusout',
    'wheel',
  ])
    host.addEventListener(name, (event) => event.stopPropagation(), { passive: true })
}

// Drawn, not loaded: a page's CSP may forbid every image, and data: ones first.
const walletMark = (document: Document) =>
  svgElement(
    document,
    'svg',
    { viewBox: '0 0 96 96', class: 'mark', 'aria-hidden': 'true' },
    ...walletShapes.map(([tag, attributes]) => svgElement(document, tag, attributes)),
  )
