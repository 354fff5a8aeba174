import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { openWith, sealWith } from '@billfold/protocol/wc/envelope'
import { relayLimits } from '@billfold/protocol/wc/relayRpc'
import {
  createPeerId,
  type PeerMessage,
  peerMessage,
  type SessionInput,
  type SessionMethod,
  sessionMethodOf,
  sessionMethods,
} from '@billfold/protocol/wc/session'
import { kitErrorOfPeer, type PeerError, peerError, type WcErrorName } from '@billfold/protocol/wc/wcErrors'
import { afterAwake } from '../ports/afterAwake.ts'
import type { Clock, Stop } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { recentTexts } from './recentTexts.ts'
import type { Relay } from './relay.ts'

/** What the other side asks, validated. */
export type PeerRequest = {
  [M in SessionMethod]: { id: number; method: M; params: SessionInput<M> }
}[SessionMethod]
export type PeerAnswer = { result: unknown } | { error: PeerError }

export type Ask = {
  topic: string
  /** Where the answer is due, if not there. */
  answerOn?: string
  method: SessionMethod
  params: unknown
  /** How long an answer is waited for; the relay keeps the message as long, within what the method allows. */
  timeoutMs: number
  ttl?: number
  /** What is said when nobody answered in time. */
  late?: string
  signal?: AbortSignal | undefined
  /** Told before anything else happens. */
  onId?: ((id: number) => void) | undefined
  /** Told when the relay has it. */
  onSent?: (() => void) | undefined
}

/** The other sides of topics: sealed requests and answers, matched, validated and never taken twice. */
export type Peers = {
  /** Listens on a key's topic. `hear` answers each request; nothing, where the request is not for this topic. */
  join(at: { topic: string; symKey: string }, hear: Channel['hear']): Promise<void>
  /** Listens for answers on a topic whose messages are opened in another way than by a key that is known beforehand. */
  joinAnswers(topic: string, open: (message: string) => Promise<string>): Promise<void>
  leave(topic: string): void
  ask(ask: Ask): Promise<unknown>
  /** Says something that needs no answer; done when the relay has it. */
  tell(topic: string, method: SessionMethod, params: unknown): Promise<void>
  /** For the relay: whether a message was dealt with. */
  receive(topic: string, message: string): boolean
}

type Question = Extract<PeerMessage, { method: string }>
type Answer = Exclude<PeerMessage, Question>
type Waiting = { topic: string; answerOn: string; settle(answer: PeerAnswer): void }
type Channel = { symKey: string; hear: (request: PeerRequest) => PeerAnswer | undefined }

const refusals: Partial<Record<SessionMethod, WcErrorName>> = {
  wc_sessionSettle: 'invalid_settle',
  wc_sessionUpdate: 'invalid_update',
  wc_sessionExtend: 'invalid_extend',
  wc_sessionEvent: 'invalid_event',
}

/** Speaks with other sides through a relay. */
export function createPeers({ relay, clock, log }: { relay: () => Relay; clock: Clock; log: Log }): Peers {
  const channels = new Map<string, Channel>()
  const openers = new Map<string, (message: string) => Promise<string>>()
  const waiting = new Map<number, Waiting>()
  const seen = recentTexts({ count: 2_048, letters: 4_000_000 })
  let lastId = 0

  const nextId = () => {
    lastId = Math.max(lastId + 1, createPeerId(clock.now()))
    return lastId
  }
  const publish = (
    topic: string,
    symKey: string,
    text: object,
    how: { tag: number; ttl: number; prompt?: boolean },
  ) => {
    const message = sealWith(symKey, JSON.stringify({ jsonrpc: '2.0', ...text }))
    if (message.length > relayLimits.messageBytes)
      throw new KitError('body_too_large', { message: 'The request is too large for the relay' })
    // A relay that sends our own words back to us must not be taken for the wallet.
    seen.add(message)
    // An empty attestation says that there is none, so that a wallet asks nobody else about this page.
    return relay().call('irn_publish', { topic, message, attestation: '', ...how })
  }

  /** Opening takes a while here; it is nobody else's mailbox, so that taking it loses nothing. */
  async function receiveAnswer(topic: string, message: string, open: (message: string) => Promise<string>) {
    seen.add(message)
    try {
      const said = parse(peerMessage, JSON.parse(await open(message)))
      if (!('method' in said) && waiting.get(said.id)?.answerOn === topic) answered(said)
    } catch (e) {
      log.error('A message was refused', e)
    }
  }

  function receive(topic: string, message: string): boolean {
    const channel = channels.get(topic)
    const open = openers.get(topic)
    if (!channel && !open) return false
    if (seen.has(message)) return true
    if (open) void receiveAnswer(topic, message, open)
    return open ? true : hear(topic, message, channel)
  }

  function hear(topic: string, message: string, channel: Channel | undefined): boolean {
    if (!channel) return false
    try {
      const said = parse(peerMessage, JSON.parse(openWith(channel.symKey, message)))
      // Not ours: perhaps another tab's, whose mailbox is the same. It stays there until somebody takes it or it expires.
      if (!('method' in said) && waiting.get(said.id)?.answerOn !== topic) return false
      seen.add(message)
      if ('method' in said) answerTo(topic, channel, said)
      else answered(said)
    } catch (e) {
      seen.add(message)
      log.error('A message was refused', e)
    }
    return true
  }

  function answered(said: Answer): void {
    const ask = waiting.get(said.id)
    waiting.delete(said.id)
    ask?.settle('error' in said ? { error: said.error as PeerError } : { result: said.result })
  }

  function answerTo(topic: string, channel: Channel, said: Question): void {
    const method = sessionMethodOf(said.method)
    const answer = method ? judge(channel, said.id, method, said.params) : unsupported
    if (!answer) return
    const { tag, ttl } = method ? sessionMethods[method].response : { tag: 0, ttl: 300 }
    publish(topic, channel.symKey, { id: said.id, ...answer }, { tag, ttl }).catch((e: unknown) =>
      log.info('An answer did not reach the relay', e),
    )
  }

  function judge(channel: Channel, id: number, method: SessionMethod, params: unknown): PeerAnswer | undefined {
    let request: PeerRequest
    try {
      request = { id, method, params: parse(sessionMethods[method].input, params) } as PeerRequest
    } catch (e) {
      log.error(`${method} was refused`, e)
      return { error: peerError(refusals[method] ?? 'invalid_method') }
    }
    return channel.hear(request)
  }

  function ask({
    topic,
    answerOn = topic,
    method,
    params,
    timeoutMs,
    ttl,
    late,
    signal,
    onId,
    onSent,
  }: Ask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const channel = channels.get(topic)
      if (!channel) return reject(new KitError('provider_disconnected'))
      if (signal?.aborted) return reject(new KitError('aborted'))
      const id = nextId()
      const stops: Stop[] = []
      const end = (finish: () => void) => {
        waiting.delete(id)
        for (const stop of stops) stop()
        finish()
      }
      const fail = (e: KitError) => end(() => reject(e))
      stops.push(afterAwake(clock, timeoutMs, () => fail(new KitError('timeout', late ? { message: late } : {}))))
      const abort = () => fail(new KitError('aborted'))
      signal?.addEventListener('abort', abort)
      stops.push(() => signal?.removeEventListener('abort', abort))
      waiting.set(id, {
        topic,
        answerOn,
        settle: (answer) => end(() => ('error' in answer ? reject(kitErrorOfPeer(answer.error)) : take(answer.result))),
      })
      const take = (result: unknown) => {
        try {
          resolve(parse(sessionMethods[method].output, result))
        } catch (cause) {
          reject(new KitError('wallet_answer_invalid', { cause }))
        }
      }
      const how = { ...sessionMethods[method].request, ...(ttl === undefined ? {} : { ttl }) }
      onId?.(id)
      try {
        publish(topic, channel.symKey, { id, method, params }, how).then(
          () => onSent?.(),
          (e: unknown) => fail(KitError.from(e)),
        )
      } catch (e) {
        fail(KitError.from(e))
      }
    })
  }

  return {
    join({ topic, symKey }, hear) {
      channels.set(topic, { symKey, hear })
      return relay().watch(topic)
    },
    joinAnswers(topic, open) {
      openers.set(topic, open)
      return relay().watch(topic)
    },
    leave(topic) {
      channels.delete(topic)
      openers.delete(topic)
      relay().unwatch(topic)
      for (const { topic: own, settle } of [...waiting.values()])
        if (own === topic) settle({ error: peerError('user_disconnected') })
    },
    ask,
    async tell(topic, method, params) {
      const channel = channels.get(topic)
      if (!channel) throw new KitError('provider_disconnected')
      await publish(topic, channel.symKey, { id: nextId(), method, params }, sessionMethods[method].request)
    },
    receive,
  }
}

const unsupported: PeerAnswer = { error: peerError('unsupported_wc_method') }
