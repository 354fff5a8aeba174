import type { ApprovalView, ViewChange, ViewLine, ViewRow } from '../approval/approvalView.ts'
import { accountIcon, assetIcon, contractIcon, recipientIcon, siteIcon } from './drawIcon.ts'
import { element } from './element.ts'
import type { Speech } from './texts/createSpeech.ts'

/** An approval in order: the changes, the requester and the target, then everything undecoded. */
export function approvalBody(view: ApprovalView, say: Speech['say'], origin: string): HTMLElement[] {
  const { changes, target, message } = view
  const lines = view.lines.map((line) => ({ ...line, rows: line.rows.filter((row) => !isTarget(row, target, say)) }))
  const unread = lines.filter(({ tone }) => tone === 'unknown')
  // A sentence without addresses belongs to the amounts.
  const captions = changes.length > 0 ? lines.filter(({ tone, rows }) => tone === undefined && rows.length === 0) : []
  const network = view.network === undefined ? [] : [networkRow(view, say)]
  const rows = [...network, ...view.rows]
  const assets = changes.flatMap(({ icon, unit, note }): ViewRow[] =>
    icon !== undefined && note !== undefined ? [{ label: unit, value: note, kind: 'address' }] : [],
  )
  // Its list vouches for it, so its name stands for it above.
  const listed = target?.known ? [{ label: target.known.name, value: target.value, kind: 'address' as const }] : []
  const details = [...listed, ...assets, ...view.details]
  return [
    ...(changes.length > 0 ? [outcomeView(changes, captions, say)] : []),
    ...lines.filter((line) => !unread.includes(line) && !captions.includes(line)).map((line) => lineView(line, say)),
    partyList(view, say, origin),
    ...(message === undefined ? [] : [element('pre', { class: 'message', dir: 'auto', tabindex: '0' }, message)]),
    ...(rows.length > 0 ? [rowList(rows, say)] : []),
    ...(unread.length > 0 ? [unreadList(unread, say)] : []),
    ...(hasUnverified(view) ? [element('p', { class: 'source' }, say('oneSource'))] : []),
    ...(details.length > 0
      ? [element('details', {}, element('summary', {}, say('details')), rowList(details, say))]
      : []),
  ]
}

/** Whether a row repeats where the request goes. */
const isTarget = ({ label, value }: ViewRow, target: ViewRow | undefined, say: Speech['say']): boolean =>
  target?.value === value && (label === say('to') || label === say('contract'))

const networkRow = ({ network = '', isNetworkUnverified }: ApprovalView, say: Speech['say']): ViewRow => ({
  ...{ label: say('network'), value: network, kind: 'text' },
  ...(isNetworkUnverified && { isUnverified: true }),
})

const outcomeView = (changes: readonly ViewChange[], captions: readonly ViewLine[], say: Speech['say']): HTMLElement =>
  element(
    'section',
    { class: 'outcome' },
    changeList(changes, say),
    ...captions.map(({ text, isUnverified }) => element('h2', {}, text, isUnverified && mark())),
  )

const changeList = (changes: readonly ViewChange[], say: Speech['say']): HTMLElement =>
  element(
    'ul',
    { class: 'changes', 'aria-label': say('changes') },
    ...changes.map(({ isGain, amount, unit, note, icon, isLeast, isUnverified }) =>
      element(
        'li',
        { class: isGain ? 'gain' : 'loss' },
        assetIcon(icon),
        element(
          'div',
          { class: 'amount' },
          isLeast && element('span', { class: 'least' }, say('atLeast')),
          element(
            'span',
            { class: amount.length > 14 ? 'figure long' : 'figure', dir: 'ltr' },
            `${isGain ? '+' : '\u2212'}${amount}`,
          ),
          ' ',
          element('span', { class: 'unit', dir: 'ltr' }, unit),
          isUnverified && mark(),
          note !== undefined && icon === undefined && addressView(note),
        ),
      ),
    ),
  )

/** The requester, the acting account, and the target. */
function partyList({ account, target }: ApprovalView, say: Speech['say'], origin: string): HTMLElement {
  const party = (icon: Node, label: string, ...words: (Node | string | false)[]) =>
    element('div', {}, element('dt', {}, label), element('dd', {}, icon, ...words))
  return element(
    'dl',
    { class: 'parties' },
    element(
      'div',
      { class: 'asks' },
      element('dt', {}, say('requestedBy')),
      element('dd', {}, siteIcon(origin), element('b', { dir: 'ltr' }, origin)),
    ),
    party(accountIcon(), say('account'), addressView(account)),
    ...(target
      ? [
          party(
            targetIcon(target, say),
            target.label,
            ...(target.known ? knownName(target, say) : [addressView(target.value)]),
          ),
        ]
      : []),
  )
}

const targetIcon = ({ label, known }: ViewRow, say: Speech['say']): Node =>
  known || label === say('contract') ? contractIcon(known?.icon) : recipientIcon()

/** The name of an address on a list, and whose list it is. */
const knownName = ({ known }: ViewRow, say: Speech['say']): Node[] =>
  known
    ? [
        element('b', { class: 'name', dir: 'auto' }, known.name),
        document.createTextNode(' '),
        element('span', { class: 'vouched' }, say(known.listedBy === 'wallet' ? 'listedByWallet' : 'listedByOperator')),
      ]
    : []

const lineView = ({ text, tone, rows, isUnverified }: ViewLine, say: Speech['say']): HTMLElement =>
  element(
    'section',
    { class: `line ${tone ?? ''}` },
    element('h2', {}, text, isUnverified && mark()),
    rows.length > 0 && rowList(rows, say),
  )

/** Undecoded parts, apart from all others. */
const unreadList = (lines: readonly ViewLine[], say: Speech['say']): HTMLElement =>
  element(
    'section',
    { class: 'line unread' },
    element('p', { class: 'eyebrow' }, say('notUnderstood')),
    ...lines.flatMap(({ text, rows }) => [element('h2', {}, text), ...(rows.length > 0 ? [rowList(rows, say)] : [])]),
  )

/** Marks a fact that only one server reports; a sentence below the facts explains it. */
const mark = (): HTMLElement => element('sup', { class: 'source' }, '*')

const hasUnverified = ({ changes, lines, isNetworkUnverified }: ApprovalView): boolean =>
  isNetworkUnverified === true || [...changes, ...lines].some(({ isUnverified }) => isUnverified)

const rowList = (rows: readonly ViewRow[], say: Speech['say']): HTMLElement =>
  element(
    'dl',
    {},
    ...rows.map((row) => {
      const { label, value, kind, known, isUnverified } = row
      return element(
        'div',
        { class: label === '' ? 'note' : kind === 'text' ? 'brief' : known ? 'listed' : '' },
        label !== '' ? element('dt', {}, label) : element('dt', { class: 'unseen' }, '\u00a0'),
        element(
          'dd',
          {},
          ...(known ? [contractIcon(known.icon), ...knownName(row, say)] : []),
          kind === 'address'
            ? addressView(value)
            : element('span', kind === 'code' ? { class: 'code', dir: 'ltr' } : { dir: 'auto' }, value),
          isUnverified && mark(),
        ),
      )
    }),
  )

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
