import type { Send } from '../../model/send.ts'
import type { Event } from '../../model/state.ts'
import { forgetWritten } from '../amount/forgetWritten.ts'
import { reduceFlow } from '../transactions/flow.ts'
import { sendInitial } from './sendInitial.ts'

/** Stores the form and its progress. Changing the network resets the form. */
export const reduceSend = reduceFlow({ name: 'send', initial: sendInitial, reduceForm })

function reduceForm(state: Send, e: Event): Send {
  return e.type === 'send/edited'
    ? { ...state, draft: { ...state.draft, ...forgetWritten(e.change) }, attempt: sendInitial.attempt }
    : state
}
