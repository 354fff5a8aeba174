import { cleanText } from '@billfold/protocol/cleanText'
import { parse } from '@billfold/protocol/contract'
import { type ErrorCode, KitError } from '@billfold/protocol/error'
import {
  type RelayMethod,
  relayContract,
  relayErrors,
  relayLimits,
  subscriptionPush,
} from '@billfold/protocol/wc/relayRpc'
import { readRpcFrame, writeRequest, writeResult } from '@billfold/protocol/wc/rpcFrame'
import { afterAwake } from '../ports/afterAwake.ts'
import { createReconnectingSocket, type SocketParts } from './createReconnectingSocket.ts'
import type { Relay } from './relay.ts'
import { type RelayAnswer, type RelayCall, readAnswer } from './relayCall.ts'

const codes = new Map<unknown, ErrorCode>([
  [relayErrors.unauthorized.code, 'relay_refused'],
  [relayErrors.too_many_requests.code, 'relay_busy'],
  [relayErrors.payload.code, 'relay_refused'],
  [relayErrors.unknown_method.code, 'relay_refused'],
])

/** Converts a relay's error, sanitized. Never to a code of wallets: the relay's failure is not the wallet's. */
function relayError(refusal: unknown): KitError {
  const { code, message, data } = (typeof refusal === 'object' && refusal !== null ? refusal : {}) as Record<
    string,
    unknown
  >
  const reason = cleanText(message, 200)
  const own = data === relayErrors.token_time.data ? 'relay_clock' : codes.get(code)
  return new KitError(own ?? 'relay_unreachable', {
    message: reason ? `The relay refused: ${reason}` : 'The relay refused',
    cause: refusal,
  })
}

type Parts = SocketParts & {
  /** Whether a message was handled; otherwise it stays in the mailbox, for another tab. */
  hear: (topic: string, message: string) => boolean
  /** Fires when the relay is back after an outage: it may have lost accepted messages. */
  returned?: (() => void) | undefined
}

/** Drops a relay after this many beats without a response, and pings it after this many without a message. */
const [patientBeats, silentBeats] = [3, 6]
const callMs = 30_000
const frameLimit = relayLimits.messageBytes * 2

/** A relay client: calls wait for the connection and are retried; subscriptions are renewed after each reconnect. */
export function createRelay({ hear, returned = () => undefined, ...parts }: Parts): Relay {
  const { clock, random = Math.random } = parts
  const calls = new Map<string, RelayCall>()
  let isClosed = false
  let wasLost = false
  let lastDigits = Math.floor(random() * 1e6)

  const subscriptions = relaySubscriptions({ calls, add, returned })
  const { topics } = subscriptions

  const wire = createReconnectingSocket(parts, {
    isWanted: () => topics.size > 0 || calls.size > 0,
    opened() {
      subscriptions.renew()
      for (const call of calls.values()) if (call.unanswered === undefined) send(call)
      if (wasLost) returned()
      wasLost = false
    },
    received,
    lost() {
      wasLost = true
      for (const [id, call] of calls) {
        if (call.passing) calls.delete(id)
        else delete call.unanswered
      }
    },
    beat(silent) {
      let longest = 0
      for (const call of calls.values())
        if (call.unanswered !== undefined) longest = Math.max(longest, ++call.unanswered)
      if (longest > patientBeats) return 'no response'
      if (subscriptions.mustRenew() || silent >= silentBeats) subscriptions.renew()
      return undefined
    },
    woke: subscriptions.renew,
  })

  function received(text: unknown): void {
    if (typeof text !== 'string' || text.length > frameLimit) throw new KitError('body_too_large')
    const frame = readRpcFrame(text)
    if (frame.kind === 'request') push(frame.rawId, frame.method, frame.params)
    else answer(frame.id, frame.kind === 'result' ? { result: frame.result } : { error: relayError(frame.error) })
  }

  function answer(id: string, response: RelayAnswer): void {
    const call = calls.get(id)
    if (!call) return
    calls.delete(id)
    wire.isWell()
    call.settle(response)
  }

  function push(rawId: string, method: string, params: unknown): void {
    if (!/^(irn|iridium)_subscription$/.test(method)) return
    const { topic, message } = parse(subscriptionPush.shape.params, params).data
    wire.isWell()
    // An unknown topic is another tab's, which shares the mailbox: taking the message would lose it there.
    if (topics.has(topic) && (message.length > relayLimits.messageBytes || hear(topic, message)))
      wire.send(writeResult(rawId, true))
  }

  function send(call: RelayCall): void {
    call.unanswered = 0
    wire.send(call.frame)
  }

  function add(method: RelayMethod, input: unknown, { covers = [], passing = false, settle }: NewCall): string {
    // Unique ids: milliseconds and six digits.
    const id = `${clock.now()}${String(lastDigits++ % 1e6).padStart(6, '0')}`
    const call: RelayCall = { frame: writeRequest(JSON.stringify(id), method, input), covers, passing, settle }
    calls.set(id, call)
    if (wire.isOpen()) send(call)
    return id
  }

  function call(method: RelayMethod, input: unknown, covers: readonly string[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new KitError('aborted'))
      const valid = parse(relayContract[method].input, input)
      const id = add(method, valid, {
        covers,
        settle(response) {
          stop()
          try {
            resolve(readAnswer(method, response))
          } catch (e) {
            reject(e)
          }
        },
      })
      const stop = afterAwake(clock, callMs, () => {
        calls.delete(id)
        reject(new KitError('relay_unreachable', { message: `Relay unreachable: ${wire.why()}` }))
      })
      wire.want()
    })
  }

  return {
    status: wire.status,
    onStatus: wire.onStatus,
    call,
    async watch(topic) {
      topics.set(topic, topics.get(topic) ?? topic)
      subscriptions.name([topic], [(await call('irn_subscribe', { topic }, [topic])) as string])
    },
    unwatch(topic) {
      // Without a connection there is nothing to undo: the next one will not subscribe to it.
      const id = topics.get(topic)
      if (topics.delete(topic) && wire.isOpen())
        add('irn_unsubscribe', { topic, id }, { passing: true, settle: () => undefined })
    },
    close() {
      isClosed = true
      wire.close()
      for (const pending of [...calls.values()]) pending.settle({ error: new KitError('aborted') })
      calls.clear()
    },
  }
}

type NewCall = Pick<RelayCall, 'settle'> & Partial<RelayCall>
type SubscriptionParts = {
  calls: ReadonlyMap<string, RelayCall>
  add(method: RelayMethod, input: unknown, call: NewCall): string
  returned(): void
}

/** The subscribed topics, renewed after each reconnect. */
function relaySubscriptions({ calls, add, returned }: SubscriptionParts) {
  /** Topics, and the relay's name for the subscription to each once it has given one. */
  const topics = new Map<string, string>()
  let mustSubscribe = false
  /** Connected, but failing: its database is down. */
  let isTroubled = false

  /** Resubscribes to all topics: the relay may have lost them, and sends the mailbox along. */
  function renew(): void {
    mustSubscribe = false
    const covered = new Set([...calls.values()].flatMap((call) => call.covers))
    const missing = [...topics.keys()].filter((topic) => !covered.has(topic))
    for (let i = 0; i < missing.length; i += relayLimits.batch) {
      const covers = missing.slice(i, i + relayLimits.batch)
      const settle = (response: RelayAnswer) => {
        if ('error' in response) {
          mustSubscribe = isTroubled = true
          return
        }
        name(covers, readAnswer('irn_batchSubscribe', response) as string[])
        if (!isTroubled) return
        isTroubled = false
        returned()
      }
      add('irn_batchSubscribe', { topics: covers }, { covers, passing: true, settle })
    }
  }

  function name(names: readonly string[], ids: readonly string[]): void {
    for (const [at, topic] of names.entries()) if (topics.has(topic)) topics.set(topic, ids[at] ?? topic)
  }

  return { topics, renew, name, mustRenew: () => mustSubscribe }
}
