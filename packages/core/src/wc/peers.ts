import type { SessionInput, SessionMethod } from '@billfold/protocol/wc/session'
import type { PeerError } from '@billfold/protocol/wc/wcErrors'

/** A peer's request, validated. */
export type PeerRequest = {
  [M in SessionMethod]: { id: number; method: M; params: SessionInput<M> }
}[SessionMethod]
export type PeerAnswer = { result: unknown } | { error: PeerError }
/** Handles a request; undefined if it does not belong to this topic. */
export type Hear = (request: PeerRequest) => PeerAnswer | undefined

export type Ask = {
  topic: string
  /** The topic of the response, if different. */
  answerOn?: string
  method: SessionMethod
  params: unknown
  /** Timeout of the response; the relay keeps the message as long, within the method's limits. */
  timeoutMs: number
  ttl?: number
  /** Error message on timeout. */
  late?: string
  /**
   * Resent byte for byte after an outage that may have lost it. Only for idempotent requests: not every wallet checks
   * ids.
   */
  isRepeatable?: boolean
  signal?: AbortSignal | undefined
  /** Called before anything is sent. */
  onId?: ((id: number) => void) | undefined
  /** Called when the relay has it. */
  onSent?: (() => void) | undefined
  /** Called for every approval after the first response or the timeout, until the topic is left. */
  onLate?: ((result: unknown) => void) | undefined
  /** Called for a response after the timeout, until the topic is left. */
  onAfter?: ((answer: PeerAnswer) => void) | undefined
}

/** Sealed requests and responses per topic: matched, validated and deduplicated. */
export type Peers = {
  /** Subscribes to a key's topic; `over` is the relay that carries it, if that is known. */
  join(at: { topic: string; symKey: string; over?: string | undefined }, hear: Hear): Promise<void>
  /** Subscribes to responses on a topic whose key is not known beforehand. */
  joinAnswers(topic: string, open: (message: string) => Promise<string>): Promise<void>
  leave(topic: string): void
  ask(ask: Ask): Promise<unknown>
  /** Accepts the response to an earlier page's request, which may be in the mailbox. */
  expect(request: { topic: string; id: number; onAfter: (answer: PeerAnswer) => void }): void
  /** Sends a notification; resolves when the relay has it. */
  tell(topic: string, method: SessionMethod, params: unknown): Promise<void>
  /** Called by a relay with a message; returns whether it was handled. */
  receive(topic: string, message: string, via: string): boolean
  /** Called by a relay that is back after an outage. */
  returned(via: string): void
  /** The relay over which the wallet responded on a topic, if the site has several. */
  relayOf(topic: string): string | undefined
  /** Lets one relay carry a topic alone. */
  bind(topic: string, name: string | undefined): void
}
