import type { ExtrinsicStep } from '../polkadot/describeExtrinsic.ts'
import type { AskedQuestion, PreparedCall } from '../question.ts'
import { type Line, transactionLines } from '../solana/transactionLines.ts'
import { chainName, type WalletChain } from '../walletSession.ts'
import { addressText } from './addressText.ts'
import { type Child, element, words } from './element.ts'
import { formatCoin, formatFee } from './formatCoin.ts'
import { identicon } from './identicon.ts'
import { hexText, readableText, showDeceptive } from './readableText.ts'
import { typedDataTree } from './typedDataTree.ts'

/** The window's content for a prompt: title, action, and the facts needed to decide. */
export type QuestionContent = { title: string; action: string; body: Child[] }

/** Turns a question into words and elements. */
export function questionContent(document: Document, question: AskedQuestion, walletName: string): QuestionContent {
  const symbol = question.chain?.symbol ?? 'ETH'
  const site = hostOf(question.origin)
  const account = (label: string) => accountRow(document, label, question.account)
  const note = (text: string) => element(document, 'p', { class: 'note' }, words(document, text))
  switch (question.kind) {
    case 'connect': {
      const words = `${site} can see this address and its balances. It can’t move anything without your approval.`
      return { title: 'Connect to this site?', action: 'Connect', body: [account('With'), note(words)] }
    }
    case 'unlock':
      return {
        title: `${walletName} is locked`,
        action: 'Unlock',
        body: [note(`Unlock to see ${site}’s request. Nothing is approved yet.`)],
      }
    case 'message':
      return {
        title: 'Sign this message?',
        action: 'Sign message',
        body: [...message(document, question, site), account('As')],
      }
    case 'typedData':
      return {
        title: 'Sign this data?',
        action: 'Sign data',
        body: [
          element(document, 'div', { class: 'box' }, ...typedDataTree(document, question.typedData)),
          account('As'),
        ],
      }
    case 'transaction': {
      const { call } = question
      const amount = `${formatCoin(call.value)} ${symbol}`
      const named = amount.length <= 16 ? `Send ${amount}` : 'Send this amount'
      const action = call.value > 0n ? named : call.to ? 'Send transaction' : 'Deploy contract'
      const title = call.to ? (call.value > 0n ? 'Send this?' : 'Call this contract?') : 'Deploy a contract?'
      return { title, action, body: [...callRows(document, call, symbol), account('From')] }
    }
    case 'calls': {
      const { calls, atomic } = question
      const steps = calls.map((call) => element(document, 'li', { class: 'box' }, ...callRows(document, call, symbol)))
      const title = calls.length === 1 ? 'Send this call?' : `Send these ${calls.length} calls?`
      const action = calls.length === 1 ? 'Send call' : `Send ${calls.length} calls`
      const order =
        calls.length > 1 &&
        note(
          atomic
            ? 'Sent as one transaction: either all go through, or none.'
            : 'Sent one after another. If one fails, earlier ones aren’t undone.',
        )
      return { title, action, body: [element(document, 'ol', { class: 'steps' }, ...steps), order, account('From')] }
    }
    case 'instructions':
      return instructionsContent(document, question, account)
    case 'payments':
      return paymentsContent(document, question, account)
    case 'extrinsic':
      return {
        title: 'Sign this transaction?',
        action: 'Sign transaction',
        body: [
          ...(question.steps ? extrinsicSteps(document, question.steps) : [callBox(document, question.call)]),
          row(document, 'Number', String(question.nonce)),
          note(
            question.steps
              ? 'The site sends it off.'
              : 'The site sends it off. The chain did not say what the call does.',
          ),
          account('From'),
        ],
      }
    case 'switchChain': {
      const body = [chainRow(document, 'From', question.chain), chainRow(document, 'To', question.to)]
      return { title: 'Switch network?', action: `Switch to ${chainName(question.to)}`, body }
    }
    case 'addChain': {
      const { to } = question
      const rows = [
        chainRow(document, 'Name', to),
        row(document, 'Chain ID', String(to.id)),
        row(document, 'RPC', to.rpcUrl, 'code'),
      ]
      return {
        title: 'Add network?',
        action: `Add ${chainName(to)}`,
        body: [...rows, note('The wallet will switch to it.')],
      }
    }
    case 'watchAsset': {
      const body = [
        element(document, 'p', { class: 'hero' }, showDeceptive(question.symbol)),
        row(document, 'Token', addressText(document, question.address)),
        row(document, 'Decimals', String(question.decimals)),
      ]
      return { title: 'Add this token?', action: 'Add token', body }
    }
  }
}

/** A Solana transaction: its effects, then its steps. */
function instructionsContent(
  document: Document,
  question: Extract<AskedQuestion, { kind: 'instructions' }>,
  account: (label: string) => HTMLElement,
): QuestionContent {
  const { description, isSent } = question
  const [verb, named] = isSent ? ['Send', 'Sign and send'] : ['Sign', 'Sign']
  const { changes, steps, fee, cautions } = transactionLines(description, question.account)
  const lines = (all: readonly Line[]) => all.map((line) => lineRow(document, line))
  return {
    title: `${verb} this transaction?`,
    action: `${named} transaction`,
    body: [
      ...cautions.map((text) => element(document, 'p', { class: 'caution', role: 'alert' }, words(document, text))),
      changes.length > 0 &&
        element(document, 'div', { class: 'box', 'data-testid': 'testwallet-changes' }, ...lines(changes)),
      element(
        document,
        'ol',
        { class: 'steps' },
        ...steps.map((each) => element(document, 'li', { class: 'box' }, ...lines(each))),
      ),
      lineRow(document, fee),
      account('As'),
    ],
  }
}

/** A Bitcoin payment: its recipients, its fee and the change. */
function paymentsContent(
  document: Document,
  question: Extract<AskedQuestion, { kind: 'payments' }>,
  account: (label: string) => HTMLElement,
): QuestionContent {
  const { outputs, fee, own, isSent } = question
  const paid = outputs.filter(({ to }) => !own.includes(to))
  const steps = paid.map(({ to, value }) =>
    element(
      document,
      'li',
      { class: 'box' },
      amountHero(document, formatCoin(value, 8), 'BTC'),
      row(document, 'To', addressText(document, to, 'testwallet-to')),
    ),
  )
  const back = outputs.filter(({ to }) => own.includes(to)).reduce((sum, { value }) => sum + value, 0n)
  return {
    title: isSent ? 'Send this?' : 'Sign this payment?',
    action: isSent ? 'Sign and send' : 'Sign payment',
    body: [
      element(document, 'ol', { class: 'steps' }, ...steps),
      row(document, 'Network fee', `${formatCoin(fee, 8)} BTC`),
      back > 0n ? row(document, 'Comes back', `${formatCoin(back, 8)} BTC`) : undefined,
      account('From'),
    ],
  }
}

/** The site's host, as people know sites. */
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : 'This page')

function message(document: Document, question: { bytes: Uint8Array }, site: string): Child[] {
  const text = readableText(question.bytes)
  if (text === undefined)
    return [
      element(
        document,
        'p',
        { class: 'caution' },
        words(document, `These ${question.bytes.length} bytes aren’t text. Only sign if you know what they are.`),
      ),
      element(document, 'pre', { class: 'box', dir: 'ltr' }, hexText(question.bytes)),
    ]
  const named = /^(\S+) wants you to sign in with your /.exec(text)?.[1]
  const warning = `This message signs you in to ${named}, but ${site} is asking.`
  return [
    named && named !== site
      ? element(document, 'p', { class: 'caution', role: 'alert' }, words(document, warning))
      : undefined,
    element(document, 'pre', { class: 'box', dir: 'auto', 'data-testid': 'testwallet-message' }, text),
  ]
}

/** One line of a Solana transaction; a program and a recipient can be found by their test ids. */
function lineRow(document: Document, { label, value, isAddress }: Line): HTMLElement {
  const testId = { To: 'testwallet-to', Program: 'testwallet-program' }[label]
  return row(document, label, isAddress ? addressText(document, value, testId) : value)
}

const sizeText = (size: number): string =>
  size === 0 ? 'None' : `${size.toLocaleString('en')} ${size === 1 ? 'byte' : 'bytes'}`

function amountHero(document: Document, amount: string, symbol: string): HTMLElement {
  const unit = element(document, 'span', { class: 'unit' }, ` ${symbol}`)
  const fit = amount.length > 16 ? 'hero longest' : amount.length > 9 ? 'hero long' : 'hero'
  return element(document, 'p', { class: fit, dir: 'ltr', 'data-testid': 'testwallet-amount' }, amount, unit)
}

const callBox = (document: Document, text: string): HTMLElement =>
  element(
    document,
    'pre',
    { class: 'box', dir: 'ltr', 'data-testid': 'testwallet-call' },
    words(document, showDeceptive(text)),
  )

/** A Polkadot transaction's transfers and other calls, in the runtime's own words. */
function extrinsicSteps(document: Document, steps: readonly ExtrinsicStep[]): Child[] {
  const items = steps.map((step) =>
    step.kind === 'move'
      ? element(
          document,
          'li',
          { class: 'box' },
          amountHero(document, formatCoin(step.amount, step.decimals), step.symbol),
          row(document, 'To', addressText(document, step.to, 'testwallet-to')),
        )
      : element(
          document,
          'li',
          {},
          callBox(document, [step.name, ...step.given.map(({ name, value }) => `${name}: ${value}`)].join('\n')),
        ),
  )
  return [element(document, 'ol', { class: 'steps' }, ...items)]
}

function callRows(document: Document, call: PreparedCall, symbol: string): Child[] {
  return [
    amountHero(document, formatCoin(call.value), symbol),
    call.to
      ? row(document, 'To', addressText(document, call.to, 'testwallet-to'))
      : row(document, 'To', 'New contract'),
    row(document, 'Data', sizeText((call.data.length - 2) / 2)),
    call.fee === undefined ? undefined : row(document, 'Network fee', `about ${formatFee(call.fee)} ${symbol}`),
  ]
}

function row(document: Document, label: string, value: Node | string, tag: 'span' | 'code' = 'span'): HTMLElement {
  const shown =
    typeof value === 'string'
      ? element(document, tag, { class: 'value' }, words(document, showDeceptive(value)))
      : value
  return element(document, 'div', { class: 'row' }, element(document, 'span', { class: 'label' }, label), shown)
}

function accountRow(document: Document, label: string, address: string): HTMLElement {
  const text = element(
    document,
    'span',
    { class: 'stack' },
    element(document, 'span', { class: 'label' }, label),
    addressText(document, address, 'testwallet-account'),
  )
  return element(document, 'div', { class: 'account' }, identicon(document, address), text)
}

const chainRow = (document: Document, label: string, chain: WalletChain | undefined): HTMLElement =>
  row(document, label, chain ? chainName(chain) : 'None')
