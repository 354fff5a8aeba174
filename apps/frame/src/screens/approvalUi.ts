import type { ApprovalView, ViewChange, ViewLine, ViewRow } from '../approval/approvalView.ts'
import type { ApprovalUi } from '../approval/runApproval.ts'
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

const loadingScreen = ({ say }: Speech): HTMLElement =>
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
        ...(view.network === undefined
          ? []
          : [
              {
                ...{ label: say('network'), value: view.network, kind: 'text' as const },
                ...(view.isNetworkUnverified && { isUnverified: true }),
              },
            ]),
        ...view.rows,
        { label: say('account'), value: view.account, kind: 'address' },
      ]),
      ...(hasUnverified(view) ? [element('p', { class: 'source' }, say('oneSource'))] : []),
      ...(view.details.length > 0
        ? [element('details', {}, element('summary', {}, say('details')), rowList(view.details))]
        : []),
    ],
    actions: [
      ...(view.obstacle === undefined ? [] : [element('p', { class: 'hint danger', role: 'status' }, view.obstacle)]),
      ...(warnings.length > 0 && view.obstacle === undefined ? [confirmation(warnings, say, approve)] : []),
      reject,
      approve,
    ],
  })
  return {
    screen,
    busy() {
      approve.textContent = say('signing')
      approve.setAttribute('aria-disabled', 'true')
      approve.setAttribute('aria-busy', 'true')
      reject.setAttribute('disabled', '')
    },
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

const changeList = (changes: readonly ViewChange[], label: string): HTMLElement =>
  element(
    'ul',
    { class: 'changes', 'aria-label': label },
    ...changes.map(({ isGain, amount, unit, note, isUnverified }) =>
      element(
        'li',
        { class: isGain ? 'gain' : 'loss' },
        element('span', { class: 'figure', dir: 'ltr' }, `${isGain ? '+' : '\u2212'}${amount}`),
        ' ',
        element('span', { class: 'unit', dir: 'ltr' }, unit),
        isUnverified && mark(),
        note !== undefined && addressView(note),
      ),
    ),
  )

const lineView = ({ text, tone, rows, isUnverified }: ViewLine): HTMLElement =>
  element(
    'section',
    { class: `line ${tone ?? ''}` },
    element('h2', {}, text, isUnverified && mark()),
    rows.length > 0 && rowList(rows),
  )

/** Marks a fact that only one server reports; a sentence below the facts explains it. */
const mark = (): HTMLElement => element('sup', { class: 'source' }, '*')

const hasUnverified = ({ changes, lines, isNetworkUnverified }: ApprovalView): boolean =>
  isNetworkUnverified === true || [...changes, ...lines].some(({ isUnverified }) => isUnverified)

const rowList = (rows: readonly ViewRow[]): HTMLElement =>
  element(
    'dl',
    {},
    ...rows.map(({ label, value, kind, isUnverified }) =>
      element(
        'div',
        { class: label === '' ? 'note' : kind === 'text' ? 'brief' : '' },
        label !== '' ? element('dt', {}, label) : element('dt', { class: 'unseen' }, '\u00a0'),
        element(
          'dd',
          {},
          kind === 'address'
            ? addressView(value)
            : element('span', kind === 'code' ? { class: 'code', dir: 'ltr' } : { dir: 'auto' }, value),
          isUnverified && mark(),
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

/** A whole address in groups of four, the first and last in bold. Decisions depend on it, so it is never shortened. */
function addressView(address: string): HTMLElement {
  const groups = address.match(/^0x.{4}|.{1,4}/gs) ?? [address]
  const last = groups.length - 1
  return element(
    'span',
    { class: 'address', dir: 'ltr', translate: 'no' },
    ...groups.flatMap((group, at) => [
      element(at === 0 || at === last ? 'b' : 'span', {}, group),
      // Allows a line break that copying leaves out.
      ...(at === last ? [] : [element('wbr')]),
    ]),
  )
}
