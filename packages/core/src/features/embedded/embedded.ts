import { embeddedId } from '../../model/connector.ts'
import type { Embedded } from '../../model/embedded.ts'
import type { Event } from '../../model/state.ts'

export const embeddedInitial: Embedded = { phase: 'idle', wrong: 0 }

/** Stores the progress of a login; signing is the wallet's own concern. */
export function reduceEmbedded(state: Embedded = embeddedInitial, e: Event): Embedded {
  const { trouble: _, ...kept } = state
  const { link: __, ...unlinked } = kept
  switch (e.type) {
    case 'embedded/emailSubmitted':
      return { ...kept, phase: 'mailing', by: 'email' }
    case 'embedded/codeSent':
      return { ...kept, phase: 'code', mail: { email: e.email, againAt: e.againAt } }
    case 'embedded/codeSubmitted':
      return { ...kept, phase: 'checking' }
    case 'embedded/codeRefused':
      return { ...kept, phase: 'code', wrong: state.wrong + 1, trouble: e.trouble }
    case 'embedded/codePassed':
      return { ...kept, phase: 'passed' }
    case 'embedded/loggedIn':
      return { ...kept, phase: 'passed', by: e.by }
    case 'embedded/deviceAsked':
      return { ...kept, phase: 'device', ...(e.by ? { by: e.by } : {}) }
    case 'embedded/socialStarted':
      return { ...(e.provider === 'farcaster' ? kept : unlinked), phase: 'social', by: e.provider }
    case 'embedded/linkOffered':
      return { ...kept, link: e.link }
    case 'embedded/linkEnded':
      return unlinked
    case 'embedded/socialProven':
      return { ...kept, phase: 'retrieving' }
    case 'embedded/socialFailed':
    case 'embedded/failed':
      return { ...kept, phase: state.phase === 'mailing' && state.mail ? 'code' : 'idle', trouble: e.trouble }
    case 'embedded/left':
    case 'embedded/socialCancelled':
      return { ...kept, phase: 'idle' }
    case 'account/connected':
      if (e.connectorId === embeddedId) return askedFor(embeddedInitial, state.asked)
      // Another wallet connected: drop an ended login.
      return state.phase === 'idle' ? untaken(state) : state
    case 'embedded/emailChanged':
      return askedFor(embeddedInitial, state.asked)
    case 'embedded/approvalAsked':
      return askedFor(state, (state.asked ?? 0) + 1)
    case 'embedded/approvalEnded':
      return askedFor(state, (state.asked ?? 0) - 1)
    default:
      return state
  }
}

const untaken = ({ by: _, ...state }: Embedded): Embedded => state

function askedFor({ asked: _, ...state }: Embedded, count = 0): Embedded {
  return count > 0 ? { ...state, asked: count } : state
}
