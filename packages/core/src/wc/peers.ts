import type { SessionInput, SessionMethod } from '@billfold/protocol/wc/session'
import type { PeerError } from '@billfold/protocol/wc/wcErrors'

/** What the other side asks, validated. */
export type PeerRequest = {
  [M in SessionMethod]: { id: number; method: M; params: SessionInput<M> }
}[SessionMethod]
export type PeerAnswer = { result: unknown } | { error: PeerError }
/** Answers each request; nothing, where the request is not for this topic. */
export type Hear = (request: PeerRequest) => PeerAnswer | undefined

export type Ask = {
  topic: string
  /** Where the answer is due, if not there. */
  answerOn?: string
  method: SessionMethod
  params: unknown
  /** How long an answer is waited for; the relay keeps the message as long, within what the method allows. */
  timeoutMs: number
  ttl?: number
  /** What is said when no one answered in time. */
  late?: string
  /**
   * Said again, letter for letter, after a relay was away that may have forgotten it. Never what a wallet must not do
   * twice: it knows the message by its id, but not every wallet looks.
   */
  isRepeatable?: boolean
  signal?: AbortSignal | undefined
  /** Told before anything else happens. */
  onId?: ((id: number) => void) | undefined
  /** Told when the relay has it. */
  onSent?: (() => void) | undefined
  /** Told of every yes that comes after the answer, or after no one waited any more, until the topic is left. */
  onLate?: ((result: unknown) => void) | undefined
  /** Told of the answer that comes after no one waited any more, until the topic is left. */
  onAfter?: ((answer: PeerAnswer) => void) | undefined
}

/** The other sides of topics: sealed requests and answers, matched, validated and never taken twice. */
export type Peers = {
  /** Listens on a key's topic; `over` is the relay that carries it, if that is known. */
  join(at: { topic: string; symKey: string; over?: string | undefined }, hear: Hear): Promise<void>
  /** Listens for answers on a topic whose messages are opened in another way than by a key that is known beforehand. */
  joinAnswers(topic: string, open: (message: string) => Promise<string>): Promise<void>
  leave(topic: string): void
  ask(ask: Ask): Promise<unknown>
  /** Takes the answer to a request of an earlier page, which may be in the mailbox. */
  expect(request: { topic: string; id: number; onAfter: (answer: PeerAnswer) => void }): void
  /** Says something that needs no answer; done when the relay has it. */
  tell(topic: string, method: SessionMethod, params: unknown): Promise<void>
  /** Called by a relay with a message; returns whether it was handled. */
  receive(topic: string, message: string, via: string): boolean
  /** Called by a relay that was unreachable and is back. */
  returned(via: string): void
  /** The relay over which the wallet responded on a topic, if the site has several. */
  relayOf(topic: string): string | undefined
  /** Lets one relay carry a topic alone. */
  bind(topic: string, name: string | undefined): void
}
