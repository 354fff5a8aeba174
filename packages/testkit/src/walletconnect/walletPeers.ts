import { openWith, sealWith } from '@billfold/protocol/wc/envelope'
import {
  createPeerId,
  peerMessage,
  type SessionMethod,
  sessionMethodOf,
  sessionMethods,
} from '@billfold/protocol/wc/session'
import { hashMessage } from '@billfold/protocol/wc/topicOf'
import { type PeerError, peerError } from '@billfold/protocol/wc/wcErrors'
import { ProviderError, providerError } from '../providerError.ts'
import type { RelayLink } from './relayLink.ts'

/** A validated message from a site. */
export type SiteMessage = { id: number; topic: string; method: SessionMethod; params: unknown }
export type Reply = { result: unknown } | { error: PeerError }

type Waiting = { topic: string; resolve(result: unknown): void; reject(error: Error): void }
type Parts = { link: () => RelayLink; hear: (message: SiteMessage) => Reply | undefined; answerMs: number }

/** The wallet's end of every topic: sealed messages out, opened ones in, each taken once. */
export function createWalletPeers({ link, hear, answerMs }: Parts) {
  const keys = new Map<string, string>()
  /** Hashes of what the wallet itself has said. */
  const own = new Set<string>()
  /**
   * Requests by topic and id, with their responses: a repeated request gets the same response and prompts no one twice.
   */
  const taken = new Map<string, Reply | undefined>()
  const waiting = new Map<number, Waiting>()
  let lastId = 0

  async function publish(topic: string, text: object, how: { tag: number; ttl: number; prompt?: boolean }) {
    const symKey = keys.get(topic)
    if (!symKey) throw providerError('unauthorized', 'Session not found')
    const message = sealWith(symKey, JSON.stringify({ jsonrpc: '2.0', ...text }))
    own.add(hashMessage(message))
    await link().call('irn_publish', { topic, message, ...how })
  }

  function receive(topic: string, message: string): void {
    const symKey = keys.get(topic)
    if (!symKey || own.has(hashMessage(message))) return
    try {
      const payload = peerMessage.parse(JSON.parse(openWith(symKey, message)))
      if ('method' in payload) take(topic, payload)
      else {
        const ask = waiting.get(payload.id)
        if (ask?.topic !== topic) return
        waiting.delete(payload.id)
        if ('error' in payload) ask.reject(new ProviderError(payload.error.code, payload.error.message))
        else ask.resolve(payload.result)
      }
    } catch (e) {
      console.error('The wallet was sent something that is invalid:', e)
    }
  }

  function take(topic: string, { id, method: name, params }: { id: number; method: string; params?: unknown }): void {
    const method = sessionMethodOf(name)
    const key = keyOf(topic, id)
    if (taken.has(key)) {
      const before = taken.get(key)
      if (before) answer(topic, id, method, before).catch((e: unknown) => console.error('An answer was lost:', e))
      return
    }
    taken.set(key, undefined)
    const read = method && sessionMethods[method].input.safeParse(params)
    const reply = !method
      ? { error: peerError('unsupported_wc_method', name) }
      : read?.success
        ? hear({ id, topic, method, params: read.data })
        : { error: peerError('invalid_method', name) }
    if (reply) answer(topic, id, method, reply).catch((e: unknown) => console.error('An answer was lost:', e))
  }

  function answer(topic: string, id: number, method: SessionMethod | undefined, reply: Reply): Promise<void> {
    const row = method && sessionMethods[method]
    taken.set(keyOf(topic, id), reply)
    const isNo = 'error' in reply && row && 'reject' in row
    return publish(topic, { id, ...reply }, isNo ? row.reject : (row?.response ?? { tag: 0, ttl: 300 }))
  }

  const keyOf = (topic: string, id: number) => `${topic}/${id}`

  return {
    receive,
    answer,
    join(topic: string, symKey: string): Promise<void> {
      keys.set(topic, symKey)
      return link().hear(topic)
    },
    leave(topic: string): void {
      keys.delete(topic)
      link().leave(topic)
      for (const [id, ask] of waiting)
        if (ask.topic === topic) {
          waiting.delete(id)
          ask.reject(providerError('unauthorized', 'The session is over'))
        }
    },
    /** Asks the site something; its answer must come in time. */
    ask(topic: string, method: SessionMethod, params: object): Promise<unknown> {
      lastId = Math.max(lastId + 1, createPeerId(Date.now()))
      const id = lastId
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const late = setTimeout(() => {
        waiting.delete(id)
        reject(providerError('unavailable', `The site did not respond to ${method} within ${answerMs / 1000} seconds`))
      }, answerMs)
      waiting.set(id, { topic, resolve, reject })
      publish(topic, { id, method, params }, sessionMethods[method].request).catch(reject)
      return promise.finally(() => clearTimeout(late))
    },
    /** Says something whose answer no one waits for. */
    tell: (topic: string, method: SessionMethod, params: object): Promise<void> =>
      publish(topic, { id: createPeerId(Date.now()), method, params }, sessionMethods[method].request),
  }
}
