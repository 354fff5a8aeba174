import type { RelayStatus } from '../model/relayStatus.ts'
import { afterAwake } from '../ports/afterAwake.ts'
import type { Clock, Stop } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Page } from '../ports/page.ts'
import type { OpenSocket, Socket } from './openSocket.ts'

const firstMs = 250
const capMs = 30_000

/** Delay before the next attempt: exponential up to a cap, half of it random so that pages do not reconnect in step. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.max(0, failures - 1))
  return ceiling / 2 + (random() * ceiling) / 2
}

export type SocketParts = {
  /** A fresh URL for every connection; an alternative, if configured, after one that never responded. */
  url: (isAnother: boolean) => string | Promise<string>
  openWire: OpenSocket
  clock: Clock
  page: Pick<Page, 'events' | 'onVisible'>
  log: Log
  random?: (() => number) | undefined
}

/** The user of a connection. */
export type SocketUse = {
  /** Whether the connection is needed; otherwise it closes. */
  isWanted(): boolean
  opened(): void
  /** Throws on invalid messages. */
  received(text: unknown): void
  lost(): void
  /**
   * Checks the peer every few seconds, with the number of silent beats; returns what is wrong. Beats are counted, not
   * timed: after an hour's sleep there are unread messages, not silence.
   */
  beat(silentBeats: number): string | undefined
  /** The page or network is back: a ping reveals a dead connection sooner. */
  woke(): void
}

/** A reconnecting connection. */
export type ReconnectingSocket = {
  status(): RelayStatus
  onStatus(listener: (status: RelayStatus) => void): Stop
  isOpen(): boolean
  send(text: string): void
  /** Connects, unless connected or connecting. */
  want(): void
  /** The peer sent a valid message. */
  isWell(): void
  /** Why the connection failed, now or the last time. */
  why(): string
  close(): void
}

const heartbeatMs = 5_000
const openMs = 10_000
const triesUntilUnreachable = 3

/** Keeps one connection while needed: back-off with jitter, a heartbeat, and a check when the page resumes. */
export function createReconnectingSocket(
  { url, openWire, clock, page, log, random = Math.random }: SocketParts,
  use: SocketUse,
): ReconnectingSocket {
  const listeners = new Set<(status: RelayStatus) => void>()
  let status: RelayStatus = 'idle'
  /** Identity of the current connection attempt. */
  let attempt: object | undefined
  let wire: Socket | undefined
  let isOpen = false
  let isClosed = false
  let hasAnswered = true
  let failures = 0
  let silentBeats = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let why = 'unreachable'
  let timer: Stop = () => undefined

  const away = () => (failures < triesUntilUnreachable ? 'reconnecting' : 'unreachable')
  const after = (ms: number, run: () => void) => {
    timer()
    timer = clock.after(ms, run)
  }
  const say = (next: RelayStatus) => {
    if (status === next) return
    status = next
    for (const tell of listeners) tell(next)
  }

  function open(): void {
    if (attempt || isClosed) return
    say(away())
    triedAt = clock.now()
    timer()
    timer = afterAwake(clock, openMs, () => lose('it does not open a connection'))
    // Events of an abandoned connection must not reach its successor.
    const own = {}
    attempt = own
    const isAnother = !hasAnswered
    hasAnswered = false
    const isCurrent = () => own === attempt
    const events = {
      opened: () => isCurrent() && opened(),
      received: (text: unknown) => isCurrent() && received(text),
      closed: () => isCurrent() && lose(isOpen ? 'it closes the connection' : 'unreachable'),
    }
    Promise.resolve()
      .then(() => url(isAnother))
      .then((address) => {
        if (isCurrent()) wire = openWire(address, events)
      })
      .catch((e: unknown) => {
        log.error('The relay is unreachable', e)
        if (isCurrent()) lose('its address cannot be opened')
      })
  }

  function opened(): void {
    isOpen = true
    silentBeats = 0
    after(heartbeatMs, beat)
    use.opened()
  }

  function received(text: unknown): void {
    try {
      use.received(text)
      silentBeats = 0
    } catch (e) {
      log.error('The relay sent an invalid message', e)
      lose('it sends invalid messages')
    }
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
    use.lost()
    timer()
    const isOver = isClosed || !use.isWanted()
    say(isOver ? 'idle' : away())
    if (!isOver) after(retryDelay(failures, random), open)
  }

  function rest(): void {
    drop()
    failures = 0
    timer()
    say('idle')
  }

  /** Every five seconds: checks the peer, and whether the connection is still needed. */
  function beat(): void {
    after(heartbeatMs, beat)
    if (!use.isWanted()) {
      rest()
      return
    }
    silentBeats += 1
    const problem = use.beat(silentBeats)
    if (problem !== undefined) lose(problem)
  }

  /** Back online: a ping reveals a dead connection sooner than the next beat. */
  function wake(): void {
    if (isClosed || !use.isWanted()) return
    if (isOpen) use.woke()
    // At most once a second, however often the page switches.
    else if (!attempt && clock.now() - triedAt >= 1_000) {
      timer()
      open()
    }
  }

  const stopWaking = onPageResume(page, wake)

  return {
    status: () => status,
    onStatus(tell) {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    isOpen: () => isOpen,
    send: (text) => wire?.send(text),
    want() {
      if (status === 'idle') open()
    },
    isWell() {
      hasAnswered = true
      failures = 0
      say('connected')
    },
    why: () => why,
    close() {
      isClosed = true
      stopWaking()
      rest()
      listeners.clear()
    },
  }
}

/** Fires when the page becomes visible, or goes online or offline, since its state may be outdated. */
function onPageResume({ events, onVisible }: Pick<Page, 'events' | 'onVisible'>, run: () => void): Stop {
  const listen = () => run()
  const names = ['online', 'offline']
  for (const name of names) events.addEventListener(name, listen)
  const stop = onVisible(run)
  return () => {
    for (const name of names) events.removeEventListener(name, listen)
    stop()
  }
}
