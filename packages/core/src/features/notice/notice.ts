import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

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

const noticeInitial: NoticeState = { phase: 'hidden' }
export const noticeGapMs = 150
export const noticeLifeMs = 2500

/** Stores the current toast. */
export function reduceNotice(state: NoticeState, e: Event): NoticeState {
  switch (e.type) {
    case 'notice/raised':
      return raise(state, e.notice)
    case 'notice/changed':
      return state.phase === 'changing' ? { phase: 'shown', notice: state.next } : state
    case 'notice/expired':
      return state.phase === 'shown' ? noticeInitial : state
    case 'modal/closed':
      return noticeInitial
    case 'disconnect/failed':
      return raise(state, { code: 'disconnectFailed', variant: 'error', autoClose: true })
    case 'account/mismatched':
      return raise(state, { code: 'accountMismatched', variant: 'error', autoClose: true })
    default:
      return state
  }
}

const raise = (state: NoticeState, notice: Notice): NoticeState =>
  state.phase === 'hidden' ? { phase: 'shown', notice } : { phase: 'changing', next: notice }

export const noticeFeature: Feature<NoticeState, NoticeEvent> = { initial: noticeInitial, reduce: reduceNotice }
