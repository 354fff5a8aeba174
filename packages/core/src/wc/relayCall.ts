import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { type RelayMethod, relayContract } from '@billfold/protocol/wc/relayRpc'

/** A pending call to the relay. */
export type RelayCall = {
  frame: string
  /** The topics it subscribes to. */
  covers: readonly string[]
  /** Ends with its connection; repeated by the next. */
  passing: boolean
  /** Beats since it was sent; undefined before. */
  unanswered?: number
  settle(answer: RelayAnswer): void
}
export type RelayAnswer = { result: unknown } | { error: KitError }

/** The result of a call; throws its error, or on a malformed result. */
export function readAnswer(method: RelayMethod, response: RelayAnswer): unknown {
  if ('error' in response) throw response.error
  try {
    return parse(relayContract[method].output, response.result)
  } catch (cause) {
    throw new KitError('relay_unreachable', { message: 'The relay returned an invalid response', cause })
  }
}
