import type { Notice, NoticeState } from '../../model/notice.ts'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'

const noticeInitial: NoticeState = { phase: 'hidden' }
export const noticeGapMs = 150
export const noticeLifeMs = 2500

/** Stores the current toast. */
function reduceNotice(state: NoticeState, e: Event): NoticeState {
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

export const noticeFeature: Feature<NoticeState> = { initial: noticeInitial, reduce: reduceNotice }
