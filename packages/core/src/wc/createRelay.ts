import { parse } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { type RelayMethod, relayContract, relayLimits, subscriptionPush } from '@billfold/protocol/wc/relayRpc'
import { readRpcFrame, writeRequest, writeResult } from '@billfold/protocol/wc/rpcFrame'
import type { Clock, Stop } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Page } from '../ports/page.ts'
import { onWake } from './onWake.ts'
import type { OpenWire, Wire } from './openWire.ts'
import type { Relay, RelayStatus } from './relay.ts'
import { type RelayAnswer, type RelayCall, readAnswer } from './relayCall.ts'
import { relayError } from './relayError.ts'
import { retryDelay } from './retryDelay.ts'

type Parts = {
  /** A fresh address for every connection; another one, where there is, after one that never answered. */
  url: (isAnother: boolean) => string | Promise<string>
  openWire: OpenWire
  /** Whether a message was dealt with; one that was not stays in the mailbox, for another tab. */
  hear: (topic: string, message: string) => boolean
  clock: Clock
  page: Pick<Page, 'events' | 'onVisible'>
  log: Log
  random?: () => number
}

const heartbeatMs = 5_000
const openMs = 10_000
const answerMs = 15_000
const silenceMs = 30_000
export const callMs = 30_000
const triesUntilUnreachable = 3
const frameLimit = relayLimits.messageBytes * 2

/** Keeps one connection to a relay for as long as there is something to hear or say. */
export function createRelay({ url, openWire, hear, clock, page, log, random = Math.random }: Parts): Relay {
  const told = new Set<(status: RelayStatus) => void>()
  const topics = new Set<string>()
  const calls = new Map<string, RelayCall>()
  let status: RelayStatus = 'idle'
  /** The present try at a connection, from its first moment to its end. */
  let attempt: object | undefined
  let wire: Wire | undefined
  let isOpen = false
  let isClosed = false
  let hasAnswered = true
  let failures = 0
  let heardAt = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let why = 'it cannot be reached'
  let mustSubscribe = false
  let timer: Stop = () => undefined
  let lastDigits = Math.floor(random() * 1e6)

  const away = () => (failures < triesUntilUnreachable ? 'reconnecting' : 'unreachable')
  const isWanted = () => topics.size > 0 || calls.size > 0
  const after = (ms: number, run: () => void) => {
    timer()
    timer = clock.after(ms, run)
  }
  const say = (next: RelayStatus) => {
    if (status === next) return
    status = next
    for (const tell of told) tell(next)
  }

  function open(): void {
    if (attempt || isClosed) return
    say(away())
    triedAt = clock.now()
    after(openMs, () => lose('it does not open a connection'))
    // Events of a connection that was given up must not reach the one that replaced it.
    const own = {}
    attempt = own
    const isAnother = !hasAnswered
    hasAnswered = false
    const isCurrent = () => own === attempt
    const events = {
      opened: () => isCurrent() && opened(),
      received: (text: unknown) => isCurrent() && received(text),
      closed: () => isCurrent() && lose(isOpen ? 'it closes the connection' : 'it cannot be reached'),
    }
    Promise.resolve()
      .then(() => url(isAnother))
      .then((address) => {
        if (isCurrent()) wire = openWire(address, events)
      })
      .catch((e: unknown) => {
        log.error('The relay cannot be reached', e)
        if (isCurrent()) lose('its address cannot be opened')
      })
  }

  function opened(): void {
    isOpen = true
    heardAt = clock.now()
    after(heartbeatMs, beat)
    subscribeAll()
    for (const call of calls.values()) if (call.sentAt === undefined) send(call)
  }

  function drop(): void {
    const lost = wire
    attempt = wire = undefined
    isOpen = false
    lost?.close()
  }

  function lose(reason: string): void {
    drop()
    failures++
    why = reason
    for (const [id, call] of calls) {
      if (call.passing) calls.delete(id)
      else delete call.sentAt
    }
    timer()
    const isOver = isClosed || !isWanted()
    say(isOver ? 'idle' : away())
    if (!isOver) after(retryDelay(failures, random), open)
  }

  /** Every five seconds: is the other end alive, and are we still needed? */
  function beat(): void {
    after(heartbeatMs, beat)
    const isStuck = [...calls.values()].some(
      (call) => call.sentAt !== undefined && clock.now() - call.sentAt >= answerMs,
    )
    if (!isWanted()) rest()
    else if (isStuck) lose('it does not answer')
    else if (mustSubscribe || clock.now() - heardAt >= silenceMs) subscribeAll()
  }

  function rest(): void {
    drop()
    failures = 0
    timer()
    say('idle')
  }

  /** The page is back, or the network is: what is broken shows at once instead of at the next beat. */
  function wake(): void {
    if (isClosed || !isWanted()) return
    if (isOpen) subscribeAll()
    // Not more than once a second, however often a page comes and goes.
    else if (!attempt && clock.now() - triedAt >= 1_000) {
      timer()
      open()
    }
  }

  function received(text: unknown): void {
    try {
      if (typeof text !== 'string' || text.length > frameLimit) throw new KitError('body_too_large')
      const frame = readRpcFrame(text)
      heardAt = clock.now()
      if (frame.kind === 'request') push(frame.rawId, frame.method, frame.params)
      else answer(frame.id, frame.kind === 'result' ? { result: frame.result } : { error: relayError(frame.error) })
    } catch (e) {
      log.error('The relay said something that makes no sense', e)
      lose('it says things that make no sense')
    }
  }

  function answer(id: string, said: RelayAnswer): void {
    const call = calls.get(id)
    if (!call) return
    calls.delete(id)
    isWell()
    call.settle(said)
  }

  function push(rawId: string, method: string, params: unknown): void {
    if (!/^(irn|iridium)_subscription$/.test(method)) return
    const { topic, message } = parse(subscriptionPush.shape.params, params).data
    isWell()
    // A topic we do not know is another tab's, whose mailbox is the same: taking it would lose it there.
    if (topics.has(topic) && (message.length > relayLimits.messageBytes || hear(topic, message)))
      wire?.send(writeResult(rawId, true))
  }

  function isWell(): void {
    hasAnswered = true
    failures = 0
    say('connected')
  }

  function send(call: RelayCall): void {
    call.sentAt = clock.now()
    wire?.send(call.frame)
  }

  function add(
    method: RelayMethod,
    input: unknown,
    { covers = [], passing = false, settle }: Pick<RelayCall, 'settle'> & Partial<RelayCall>,
  ): string {
    // The milliseconds and six digits that no two calls of one moment share.
    const id = `${clock.now()}${String(lastDigits++ % 1e6).padStart(6, '0')}`
    const call: RelayCall = { frame: writeRequest(JSON.stringify(id), method, input), covers, passing, settle }
    calls.set(id, call)
    if (isOpen) send(call)
    return id
  }

  /** Says all topics again: the relay may have forgotten, and what waits in the mailbox comes with it. */
  function subscribeAll(): void {
    mustSubscribe = false
    const asked = new Set([...calls.values()].flatMap((call) => call.covers))
    const missing = [...topics].filter((topic) => !asked.has(topic))
    for (let i = 0; i < missing.length; i += relayLimits.batch) {
      const batch = missing.slice(i, i + relayLimits.batch)
      add(
        'irn_batchSubscribe',
        { topics: batch },
        {
          covers: batch,
          passing: true,
          settle: (said) => {
            mustSubscribe ||= 'error' in said
          },
        },
      )
    }
  }

  function call(method: RelayMethod, input: unknown, covers: readonly string[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (isClosed) return reject(new KitError('aborted'))
      const valid = parse(relayContract[method].input, input)
      const id = add(method, valid, {
        covers,
        settle(said) {
          stop()
          try {
            resolve(readAnswer(method, said))
          } catch (e) {
            reject(e)
          }
        },
      })
      const stop = clock.after(callMs, () => {
        calls.delete(id)
        reject(new KitError(isOpen ? 'timeout' : 'unavailable', { message: `No route to the relay: ${why}` }))
      })
      if (status === 'idle') open()
    })
  }

  const stopWaking = onWake(page, wake)

  return {
    status: () => status,
    onStatus(tell) {
      told.add(tell)
      return () => void told.delete(tell)
    },
    call,
    async watch(topic) {
      topics.add(topic)
      await call('irn_subscribe', { topic }, [topic])
    },
    unwatch(topic) {
      // Without a connection there is nothing to undo: the next one will not ask for it.
      if (topics.delete(topic) && isOpen)
        add('irn_unsubscribe', { topic, id: topic }, { passing: true, settle: () => undefined })
    },
    close() {
      isClosed = true
      stopWaking()
      rest()
      for (const pending of [...calls.values()]) pending.settle({ error: new KitError('aborted') })
      calls.clear()
      told.clear()
    },
  }
}
