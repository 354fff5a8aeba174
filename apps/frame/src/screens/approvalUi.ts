import type { ApprovalView, ViewChange, ViewLine, ViewRow } from '../approval/approvalView.ts'
import type { ApprovalUi } from '../approval/runApproval.ts'
import { addressView } from './addressView.ts'
import { type Place, screenOf } from './createPlace.ts'
import { button, element, exitButton } from './element.ts'
import { type GuardState, guardVisible } from './guardVisible.ts'
import type { Speech } from './texts/createSpeech.ts'

/** Draws approvals: one screen, one question, two answers. */
export function createApprovalUi(place: Place, speech: Speech, origin: string): ApprovalUi {
  const { say } = speech
  let busy = () => {}
  return {
    loading: () => place.put(loadingScreen(speech)),
    ask: (view, signal) =>
      new Promise((resolve) => {
        const drawn = drawApproval(view, { speech, origin, answer: resolve })
        busy = drawn.busy
        place.put(drawn.screen)
        // Only what is in the page can be watched.
        const stop = drawn.guard()
        signal.addEventListener('abort', stop, { once: true })
      }),
    busy: () => busy(),
    fail: ({ text, reason, canRetry }) =>
      new Promise((resolve) =>
        place.put(
          screenOf({
            title: say('errorTitle'),
            body: [element('p', { role: 'alert' }, say(text, { reason: sentence(reason) }))],
            actions: [
              exitButton(say('close'), () => resolve(false), canRetry ? 'plain' : 'primary'),
              ...(canRetry ? [button(say('tryAgain'), () => resolve(true), 'primary')] : []),
            ],
          }),
        ),
      ),
  }
}

export const loadingScreen = ({ say }: Speech): HTMLElement =>
  screenOf({
    title: say('loading'),
    body: [
      element('div', { class: 'skeleton big' }),
      element('div', { class: 'skeleton' }),
      element('div', { class: 'skeleton' }),
    ],
    actions: [],
  })

type Drawing = { speech: Speech; origin: string; answer(isApproved: boolean): void }

function drawApproval(view: ApprovalView, { speech: { say }, origin, answer }: Drawing) {
  let state: GuardState | 'busy' | 'answered' = 'waiting'
  let stopGuard = () => {}
  const end = (isApproved: boolean) => {
    if (state === 'answered' || state === 'busy') return
    state = isApproved ? 'busy' : 'answered'
    stopGuard()
    answer(isApproved)
  }
  const approve = element(
    'button',
    {
      ...{ type: 'button', class: 'button primary', 'aria-disabled': 'true', 'data-testid': 'frame-approve' },
      // A click that a script made, or that came too early, is no one's yes.
      click: (event) => {
        if (event.isTrusted && state === 'ready') end(true)
      },
    },
    view.approveLabel,
  )
  const reject = exitButton(say('reject'), () => end(false))
  reject.dataset.testid = 'frame-reject'
  const hint = element('p', { class: 'hint', role: 'status' }, view.obstacle ?? '')
  const screen = screenOf({
    title: view.title,
    body: [
      element(
        'p',
        { class: 'asks' },
        element('span', {}, say('requestedBy')),
        ' ',
        element('b', { dir: 'ltr' }, origin),
      ),
      ...(view.changes.length > 0 ? [changeList(view.changes, say('changes'))] : []),
      ...view.lines.map(lineView),
      ...(view.message === undefined
        ? []
        : [element('pre', { class: 'message', dir: 'auto', tabindex: '0' }, view.message)]),
      rowList([
        ...(view.network === undefined ? [] : [{ label: say('network'), value: view.network, kind: 'text' as const }]),
        ...view.rows,
        { label: say('account'), value: view.account, kind: 'address' },
      ]),
      ...(view.details.length > 0
        ? [element('details', {}, element('summary', {}, say('details')), rowList(view.details))]
        : []),
    ],
    actions: [hint, reject, approve],
  })
  if (view.obstacle !== undefined) hint.classList.add('danger')
  return {
    screen,
    guard() {
      // What cannot be approved needs no watching.
      if (view.obstacle !== undefined) return () => {}
      stopGuard = guardVisible(screen, (next) => {
        state = next
        approve.setAttribute('aria-disabled', String(next !== 'ready'))
        hint.textContent = next === 'covered' ? say('covered') : ''
      })
      return () => stopGuard()
    },
    busy() {
      approve.textContent = say('signing')
      approve.setAttribute('aria-disabled', 'true')
      approve.setAttribute('aria-busy', 'true')
      reject.setAttribute('disabled', '')
    },
  }
}

const changeList = (changes: readonly ViewChange[], label: string): HTMLElement =>
  element(
    'ul',
    { class: 'changes', 'aria-label': label },
    ...changes.map(({ isGain, amount, unit, note }) =>
      element(
        'li',
        { class: isGain ? 'gain' : 'loss' },
        element('span', { class: 'figure', dir: 'ltr' }, `${isGain ? '+' : '\u2212'}${amount}`),
        ' ',
        element('span', { class: 'unit' }, unit),
        note !== undefined && addressView(note),
      ),
    ),
  )

const lineView = ({ text, tone, rows }: ViewLine): HTMLElement =>
  element('section', { class: `line ${tone ?? ''}` }, element('h2', {}, text), rows.length > 0 && rowList(rows))

const rowList = (rows: readonly ViewRow[]): HTMLElement =>
  element(
    'dl',
    {},
    ...rows.map(({ label, value, kind }) =>
      element(
        'div',
        { class: label === '' ? 'note' : '' },
        label !== '' ? element('dt', {}, label) : element('dt', { class: 'unseen' }, '\u00a0'),
        element(
          'dd',
          {},
          kind === 'address'
            ? addressView(value)
            : element('span', kind === 'code' ? { class: 'code', dir: 'ltr' } : { dir: 'auto' }, value),
        ),
      ),
    ),
  )

/** A reason inside a sentence of ours: one line, with an end. */
const sentence = (reason: string): string =>
  `${reason
    .trim()
    .replace(/[.\s]+$/, '')
    .slice(0, 200)}.`
