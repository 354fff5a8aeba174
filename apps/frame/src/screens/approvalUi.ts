import type { ApprovalView } from '../approval/approvalView.ts'
import type { ApprovalUi } from '../approval/runApproval.ts'
import { approvalBody } from './approvalBody.ts'
import { type ScreenHost, screenOf } from './createScreenHost.ts'
import { button, element, exitButton } from './element.ts'
import type { Speech } from './texts/createSpeech.ts'

/** Draws approvals: one screen, one question, two answers. */
export function createApprovalUi(screens: ScreenHost, speech: Speech, origin: string): ApprovalUi {
  const { say } = speech
  let busy = () => {}
  return {
    loading: () => screens.put(loadingScreen(speech)),
    ask: (view) =>
      new Promise((resolve) => {
        const drawn = drawApproval(view, { speech, origin, answer: resolve })
        busy = drawn.busy
        screens.put(drawn.screen)
      }),
    busy: () => busy(),
    fail: ({ text, reason, canRetry }) =>
      new Promise((resolve) =>
        screens.put(
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

function loadingScreen({ say }: Speech): HTMLElement {
  const screen = screenOf({
    title: say('loading'),
    body: [
      element('div', { class: 'skeleton big' }),
      element('div', { class: 'skeleton' }),
      element('div', { class: 'skeleton' }),
    ],
    actions: [],
  })
  screen.dataset.passing = ''
  return screen
}

type Drawing = { speech: Speech; origin: string; answer(isApproved: boolean): void }

function drawApproval(view: ApprovalView, { speech: { say }, origin, answer }: Drawing) {
  let isAnswered = false
  let isBusy = false
  const end = (isApproved: boolean) => {
    if (isAnswered || isBusy) return
    isAnswered = !isApproved
    isBusy = isApproved
    answer(isApproved)
  }
  const approve = button(view.approveLabel, () => end(true), 'primary')
  approve.dataset.testid = 'frame-approve'
  const warnings = view.mustConfirm ?? []
  const isLocked = view.obstacle !== undefined || warnings.length > 0
  approve.toggleAttribute('data-locked', isLocked)
  const reject = exitButton(say('reject'), () => end(false))
  reject.dataset.testid = 'frame-reject'
  approve.toggleAttribute('data-dead', view.obstacle !== undefined)
  const screen = screenOf({ title: view.title, body: approvalBody(view, say, origin), actions: actions() })
  screen.dataset.fits = ''
  return {
    screen,
    busy() {
      approve.textContent = say('signing')
      approve.setAttribute('aria-disabled', 'true')
      approve.setAttribute('aria-busy', 'true')
      reject.setAttribute('disabled', '')
    },
  }

  function actions(): HTMLElement[] {
    return [
      ...(view.obstacle === undefined ? [] : [element('p', { class: 'hint danger', role: 'status' }, view.obstacle)]),
      ...(warnings.length > 0 && view.obstacle === undefined ? [confirmation(warnings, say, approve)] : []),
      reject,
      approve,
    ]
  }
}

/** A second confirmation for a dangerous request: in red above the buttons, with its reasons; it unlocks the approval. */
function confirmation(warnings: readonly string[], say: Speech['say'], approve: HTMLElement): HTMLElement {
  const check = button(
    say('understood'),
    () => {
      const isChecked = check.getAttribute('aria-checked') !== 'true'
      check.setAttribute('aria-checked', String(isChecked))
      approve.toggleAttribute('data-locked', !isChecked)
      check.dispatchEvent(new Event('locks', { bubbles: true }))
    },
    'check',
  )
  check.setAttribute('role', 'checkbox')
  check.setAttribute('aria-checked', 'false')
  check.dataset.testid = 'frame-confirm'
  return element(
    'section',
    { class: 'warning', role: 'alert', 'data-testid': 'frame-warning' },
    ...warnings.map((warning) => element('p', {}, warning)),
    check,
  )
}

/** A reason inside a sentence of ours: one line, with an end. */
const sentence = (reason: string): string =>
  `${reason
    .trim()
    .replace(/[.\s]+$/, '')
    .slice(0, 200)}.`
