import { noticeGapMs, noticeLifeMs } from '../features/notice/notice.ts'
import type { Reaction } from './reaction.ts'

/** A toast replaces another after a gap, and disappears after its time. */
export const reactToNotice: Reaction = (kit, [, now, before], after) => {
  if (now.notice === before.notice) return
  if (now.notice.phase === 'changing') after('notice', noticeGapMs, () => kit.store.send({ type: 'notice/changed' }))
  else if (now.notice.phase === 'shown' && now.notice.notice.autoClose)
    after('notice', noticeLifeMs, () => kit.store.send({ type: 'notice/expired' }))
  else after('notice')
}
