import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { openWith, sealWith } from '@billfold/protocol/wc/envelope'
import { relayLimits } from '@billfold/protocol/wc/relayRpc'
import {
  createPeerId,
  type PeerMessage,
  peerMessage,
  type SessionMethod,
  sessionMethodOf,
  sessionMethods,
} from '@billfold/protocol/wc/session'
import { kitErrorOfPeer, type PeerError, peerError, type WcErrorName } from '@billfold/protocol/wc/wcErrors'
import { afterAwake } from '../ports/afterAwake.ts'
import type { Clock, Stop } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { RelayPool } from './createRelayPool.ts'
import type { Ask, Hear, PeerAnswer, PeerRequest, Peers } from './peers.ts'
import { recentTexts } from './recentTexts.ts'

type Question = Extract<PeerMessage, { method: string }>
type Answer = Exclude<PeerMessage, Question>
type Waiting = {
  topic: string
  answerOn: string
  settle(answer: PeerAnswer): void
  /** A relay is back after an outage. */
  returned?(via?: string): void
}
type OpenMessage = (message: string) => Promise<string>
type Channel = { symKey: string; hear: Hear }
type PublishSettings = { tag: number; ttl: number; prompt?: boolean }

const refusals: Partial<Record<SessionMethod, WcErrorName>> = {
  wc_sessionSettle: 'invalid_settle',
  wc_sessionUpdate: 'invalid_update',
  wc_sessionExtend: 'invalid_extend',
  wc_sessionEvent: 'invalid_event',
}

/** Exchanges messages with peers through relays. */
export function createPeers({ relay, clock, log }: { relay: () => RelayPool; clock: Clock; log: Log }): Peers {
  const channels = new Map<string, Channel>()
  const openers = new Map<string, OpenMessage>()
  const waiting = new Map<number, Waiting>()
  const seen = recentTexts({ count: 2_048, letters: 4_000_000 })
  let lastId = 0

  const nextId = () => {
    lastId = Math.max(lastId + 1, createPeerId(clock.now()))
    return lastId
  }
  const seal = (symKey: string, text: object): string => {
    const message = sealWith(symKey, JSON.stringify({ jsonrpc: '2.0', ...text }))
    if (message.length > relayLimits.messageBytes)
      throw new KitError('body_too_large', { message: 'The request is too large for the relay' })
    // A relay that echoes our messages must not pass as the wallet.
    seen.add(message)
    return message
  }
  // An empty attestation declares that there is none, so that wallets do not query anyone else about this page.
  const publish = (topic: string, message: string, how: PublishSettings, via?: string) =>
    relay().publish({ topic, message, prompt: false, attestation: '', ...how }, via)

  /** Opening is asynchronous here; the mailbox is not shared, so taking the message early loses nothing. */
  async function receiveAnswer(topic: string, message: string, open: OpenMessage, via: string) {
    seen.add(message)
    try {
      const opened = parse(peerMessage, JSON.parse(await open(message)))
      if (!('method' in opened) && waiting.get(opened.id)?.answerOn === topic) answered(opened, topic, via)
    } catch (e) {
      log.error('A message was rejected', e)
    }
  }

  function receive(topic: string, message: string, via: string): boolean {
    const channel = channels.get(topic)
    const open = openers.get(topic)
    if (!channel && !open) return false
    if (seen.has(message)) return true
    if (open) void receiveAnswer(topic, message, open, via)
    return open ? true : hear(topic, message, channel, via)
  }

  function hear(topic: string, message: string, channel: Channel | undefined, via: string): boolean {
    if (!channel) return false
    try {
      const opened = parse(peerMessage, JSON.parse(openWith(channel.symKey, message)))
      // Not ours: perhaps another tab's, which shares the mailbox. It stays there until taken or expired.
      if (!('method' in opened) && waiting.get(opened.id)?.answerOn !== topic) return false
      seen.add(message)
      if ('method' in opened) answerTo(topic, channel, opened)
      else answered(opened, topic, via)
    } catch (e) {
      seen.add(message)
      log.error('A message was rejected', e)
    }
    return true
  }

  /** Only a wallet has the key of a response: the relay that delivered it is the wallet's. */
  function answered(answer: Answer, topic: string, via: string): void {
    relay().bind(topic, via)
    waiting.get(answer.id)?.settle('error' in answer ? { error: answer.error as PeerError } : { result: answer.result })
  }

  function answerTo(topic: string, channel: Channel, question: Question): void {
    const method = sessionMethodOf(question.method)
    const answer = method ? judge(channel, question.id, method, question.params) : unsupported
    if (!answer) return
    const { tag, ttl } = method ? sessionMethods[method].response : { tag: 0, ttl: 300 }
    publish(topic, seal(channel.symKey, { id: question.id, ...answer }), { tag, ttl }).catch((e: unknown) =>
      log.info('A response did not reach the relay', e),
    )
  }

  function judge(channel: Channel, id: number, method: SessionMethod, params: unknown): PeerAnswer | undefined {
    let request: PeerRequest
    try {
      request = { id, method, params: parse(sessionMethods[method].input, params) } as PeerRequest
    } catch (e) {
      log.error(`${method} was rejected`, e)
      return { error: peerError(refusals[method] ?? 'invalid_method') }
    }
    return channel.hear(request)
  }

  function ask({
    topic,
    answerOn = topic,
    method,
    timeoutMs,
    signal,
    onLate,
    onAfter,
    ...options
  }: Ask): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const channel = channels.get(topic)
      if (!channel) return reject(new KitError('provider_disconnected'))
      if (signal?.aborted) return reject(new KitError('aborted'))
      const id = nextId()
      const until = clock.now() + timeoutMs
      /** Whether the relay may have lost it. */
      let isDoubtful = false
      const stops: Stop[] = []
      let isOver = false
      const end = (finish: () => void) => {
        if (isOver) return
        isOver = true
        waiting.delete(id)
        if (onLate)
          waiting.set(id, { topic, answerOn, settle: (answer) => 'result' in answer && take(answer.result, onLate) })
        for (const stop of stops) stop()
        finish()
      }
      /** The caller stops waiting. The wallet may still respond, even to a message that the relay never confirmed. */
      const fail = (e: KitError) => {
        if (isOver) return
        end(() => reject(e))
        if (onAfter) expect({ topic, id, onAfter })
      }
      const take = (result: unknown, taken: (output: unknown) => void) => {
        try {
          taken(parse(sessionMethods[method].output, result))
        } catch (cause) {
          reject(new KitError('wallet_answer_invalid', { cause }))
        }
      }
      const timeoutError = () =>
        isDoubtful || relay().status() !== 'connected'
          ? new KitError('relay_unreachable', { message: 'The relay was down during the request' })
          : new KitError('timeout', options.late ? { message: options.late } : {})
      stops.push(afterAwake(clock, timeoutMs, () => fail(timeoutError())))
      const abort = () => fail(new KitError('aborted'))
      signal?.addEventListener('abort', abort)
      stops.push(() => signal?.removeEventListener('abort', abort))
      const own: Waiting = {
        topic,
        answerOn,
        settle: (answer) =>
          end(() => ('error' in answer ? reject(kitErrorOfPeer(answer.error)) : take(answer.result, resolve))),
      }
      waiting.set(id, own)
      const how = { ...sessionMethods[method].request, ...(options.ttl === undefined ? {} : { ttl: options.ttl }) }
      options.onId?.(id)
      try {
        const message = seal(channel.symKey, { id, method, params: options.params })
        const again = async (via?: string) => {
          isDoubtful = true
          if (!options.isRepeatable) return
          const left = Math.max(relayLimits.ttlSeconds.min, Math.ceil((until - clock.now()) / 1000))
          await publish(topic, message, { ...how, ttl: Math.min(how.ttl, left) }, via)
          isDoubtful = false
        }
        const sent = () => {
          own.returned = (via) => void again(via).catch((e: unknown) => log.info('Could not resend a request', e))
          options.onSent?.()
        }
        publish(topic, message, how).then(sent, (e: unknown) => fail(KitError.from(e)))
      } catch (e) {
        fail(KitError.from(e))
      }
    })
  }

  function expect({ topic, id, onAfter }: Parameters<Peers['expect']>[0]): void {
    const settle = (answer: PeerAnswer) => {
      waiting.delete(id)
      onAfter(answer)
    }
    waiting.set(id, { topic, answerOn: topic, settle })
  }

  return {
    join({ topic, symKey, over }, hear) {
      channels.set(topic, { symKey, hear })
      relay().bind(topic, over)
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
      for (const [id, { topic: own, settle }] of [...waiting])
        if (own === topic) {
          settle({ error: peerError('user_disconnected') })
          waiting.delete(id)
        }
    },
    ask,
    expect(request) {
      expect(request)
      // Earlier messages are still in the mailbox.
      relay()
        .watch(request.topic)
        .catch((e: unknown) => log.info('The mailbox waits for the relay', e))
    },
    async tell(topic, method, params) {
      const channel = channels.get(topic)
      if (!channel) throw new KitError('provider_disconnected')
      const message = seal(channel.symKey, { id: nextId(), method, params })
      await publish(topic, message, sessionMethods[method].request)
    },
    receive,
    returned(via) {
      for (const ask of [...waiting.values()]) ask.returned?.(via)
    },
    relayOf: (topic) => relay().carrierOf(topic),
    bind: (topic, name) => relay().bind(topic, name),
  }
}

const unsupported: PeerAnswer = { error: peerError('unsupported_wc_method') }
