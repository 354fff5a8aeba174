import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { type RelayMethod, relayContract } from '@billfold/protocol/wc/relayRpc'

/** A call that the relay has not answered. */
export type RelayCall = {
  frame: string
  /** The topics it subscribes. */
  covers: readonly string[]
  /** Ends with its connection; asked again by the next. */
  passing: boolean
  /** Since it was sent, so many beats have passed; absent before. */
  unanswered?: number
  settle(answer: RelayAnswer): void
}
export type RelayAnswer = { result: unknown } | { error: KitError }

/** The result of a call, or its failure; a result of the wrong kind is one. */
export function readAnswer(method: RelayMethod, said: RelayAnswer): unknown {
  if ('error' in said) throw said.error
  try {
    return parse(relayContract[method].output, said.result)
  } catch (cause) {
    throw new KitError('relay_unreachable', { message: 'The relay returned an invalid response', cause })
  }
}
