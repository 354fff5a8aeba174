import { KitError } from '@billfold/protocol/error'

/** Reasons for which a device does not do what the page needs; each has a text for the visitor. */
export const ledgerProblems = [
  'rejected',
  'locked',
  'appMissing',
  'wrongApp',
  'outdated',
  'blindSigning',
  'unplugged',
  'busy',
  'otherDevice',
  'notPermitted',
  'tooLong',
  'unreadable',
  'addressDiffers',
  'timeout',
] as const
export type LedgerProblem = (typeof ledgerProblems)[number]

const sentences: Readonly<Record<LedgerProblem, string>> = {
  rejected: 'The request was rejected on the Ledger',
  locked: 'The Ledger is locked',
  appMissing: 'The Ledger lacks the app of this network',
  wrongApp: 'The Ledger has another app open',
  outdated: 'The app on the Ledger is too old for this request',
  blindSigning: 'The Ledger’s app does not allow blind signing',
  unplugged: 'The Ledger was unplugged',
  busy: 'Another page or program uses the Ledger',
  otherDevice: 'The Ledger does not hold this account',
  notPermitted: 'The browser does not let this page use the Ledger',
  tooLong: 'The Ledger cannot show a request of this size',
  unreadable: 'The Ledger sent an invalid response',
  addressDiffers: 'The Ledger showed another address than it sent',
  timeout: 'The Ledger did not respond in time',
}

/** A request that the device did not fulfil. */
export class LedgerError extends KitError {
  readonly trouble: LedgerProblem
  constructor(trouble: LedgerProblem, cause?: unknown) {
    super(codeOf(trouble), { message: sentences[trouble], ...(cause === undefined ? {} : { cause }) })
    this.trouble = trouble
  }
}

function codeOf(trouble: LedgerProblem) {
  switch (trouble) {
    case 'rejected':
      return 'user_rejected'
    case 'otherDevice':
    case 'addressDiffers':
      return 'account_mismatch'
    case 'unreadable':
      return 'wallet_answer_invalid'
    case 'timeout':
      return 'timeout'
    case 'blindSigning':
    case 'outdated':
    case 'tooLong':
      return 'wallet_method_unsupported'
    default:
      return 'provider_disconnected'
  }
}

/** Status words of the dashboard and the three apps; each app's own come first. */
const words: Readonly<Record<number, LedgerProblem>> = {
  21761: 'rejected', // 5501: on the dashboard
  27013: 'rejected', // 6985
  21781: 'locked', // 5515
  27010: 'locked', // 6982
  26628: 'locked', // 6804
  26631: 'appMissing', // 6807
  25873: 'wrongApp', // 6511
  27904: 'wrongApp', // 6d00
  28160: 'wrongApp', // 6e00
  26632: 'blindSigning', // 6808: Solana
}

/** The error of a status word. */
export const errorOfStatus = (word: number): LedgerError =>
  new LedgerError(words[word] ?? 'unreadable', `Status ${word.toString(16)}`)
