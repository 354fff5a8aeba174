export const noticeCodes = [
  'addressCopied',
  'linkCopied',
  'copyFailed',
  'pasteFailed',
  'onlyCertified',
  'disconnectFailed',
  'switchFailed',
  'accountMismatched',
  'actionRefused',
  'message',
] as const

export type NoticeCode = (typeof noticeCodes)[number]

/** A toast, by code; the UI has its text. `params.message` is for the code `message`: text from a wallet or server. */
export type Notice = {
  code: NoticeCode
  variant: 'success' | 'error' | 'loading'
  params?: Record<string, string>
  autoClose: boolean
  /** The transaction that it announces, with its flow's text. */
  transaction?: string
}

/** A new toast hides an open one for 150 ms first. */
export type NoticeState = { phase: 'hidden' } | { phase: 'shown'; notice: Notice } | { phase: 'changing'; next: Notice }

export type NoticeEvent =
  | { type: 'notice/raised'; notice: Notice }
  | { type: 'notice/changed' }
  | { type: 'notice/expired' }
