import type { Embedded, LoginError, LoginWay } from '@billfold/core/model/embedded'
import type { ErrorCode } from '@billfold/protocol/error'

/**
 * The next step to offer after a failed login: start it again, leave the page for it (the browser blocked its window),
 * wait until `againAt`, mail a new code, or another way to log in.
 */
export type LoginNext = 'retry' | 'leave' | 'wait' | 'newCode' | 'other'

/** One way's own part of the login's state, which all ways share. */
export type OwnLogin = {
  phase: Embedded['phase']
  error: ErrorCode | undefined
  next: LoginNext | undefined
  againAt: number | undefined
  isCancelled: boolean
}

const untried: OwnLogin = {
  phase: 'idle',
  error: undefined,
  next: undefined,
  againAt: undefined,
  isCancelled: false,
}

/** A login's progress, for the hook of the visitor's login method; the others are idle. */
export function readLogin(login: Embedded, isOwn: (way: LoginWay) => boolean): OwnLogin {
  const { by, phase, trouble } = login
  if (by === undefined || !isOwn(by)) return untried
  // The visitor closed the wallet's window: no error, but a screen reader should hear that it ended.
  const failure = trouble?.code === 'aborted' ? undefined : trouble
  return {
    phase,
    error: failure?.code,
    next: failure && nextOf(failure, by),
    againAt: failure?.againAt,
    isCancelled: phase === 'idle' && failure === undefined,
  }
}

/** The same where the login's code could not be fetched, or the site has no embedded wallet that works. */
export const missedLogin: OwnLogin = { ...untried, error: 'unavailable', next: 'retry' }

function nextOf({ code, againAt }: LoginError, by: LoginWay): LoginNext {
  if (againAt !== undefined) return 'wait'
  switch (code) {
    case 'window_blocked':
      return 'leave'
    case 'not_found':
    case 'sign_in_unproven':
      return by === 'email' && code === 'not_found' ? 'newCode' : 'retry'
    case 'sources_unavailable':
    case 'method_unsupported':
      return 'other'
    default:
      return 'retry'
  }
}
