import type { RelayStatus } from '../model/relayStatus.ts'
import { afterAwake } from '../ports/afterAwake.ts'
import type { Clock, Stop } from '../ports/clock.ts'
import type { Page } from '../ports/page.ts'
import { type DialParts, dialSocket } from './dialSocket.ts'

const firstMs = 250
const capMs = 30_000

/** Delay before the next attempt: exponential up to a cap, half of it random so that pages do not reconnect in step. */
export function retryDelay(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(capMs, firstMs * 2 ** Math.max(0, failures - 1))
  return ceiling / 2 + (random() * ceiling) / 2
}

export type SocketParts = DialParts & {
  clock: Clock
  page: Pick<Page, 'events' | 'onVisible'>
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
export function createReconnectingSocket(parts: SocketParts, use: SocketUse): ReconnectingSocket {
  const { clock, page, log, random = Math.random } = parts
  const status = createStatus()
  let attempt: ReturnType<typeof dialSocket> | undefined
  let isOpen = false
  let isClosed = false
  let hasAnswered = true
  let failures = 0
  let silentBeats = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let why = 'unreachable'
  const timer = createTimer()

  const away = () => (failures < triesUntilUnreachable ? 'reconnecting' : 'unreachable')
  const after = (ms: number, run: () => void) => timer.set(clock.after(ms, run))

  function open(): void {
    if (attempt || isClosed) return
    status.set(away())
    triedAt = clock.now()
    timer.set(afterAwake(clock, openMs, () => lose('it does not open a connection')))
    const isAnother = !hasAnswered
    hasAnswered = false
    attempt = dialSocket(parts, isAnother, {
      opened,
      received,
      closed: () => lose(isOpen ? 'it closes the connection' : 'unreachable'),
      failed: () => lose('its address cannot be opened'),
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
    const lost = attempt
    attempt = undefined
    isOpen = false
    lost?.abandon()
  }

  function lose(reason: string): void {
    drop()
    failures++
    why = reason
    use.lost()
    timer.stop()
    const isOver = isClosed || !use.isWanted()
    status.set(isOver ? 'idle' : away())
    if (!isOver) after(retryDelay(failures, random), open)
  }

  function rest(): void {
    drop()
    failures = 0
    timer.stop()
    status.set('idle')
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
      timer.stop()
      open()
    }
  }

  const stopWaking = onPageResume(page, wake)

  return {
    status: status.get,
    onStatus: status.on,
    isOpen: () => isOpen,
    send: (text) => attempt?.send(text),
    want() {
      if (status.get() === 'idle') open()
    },
    isWell() {
      hasAnswered = true
      failures = 0
      status.set('connected')
    },
    why: () => why,
    close() {
      isClosed = true
      stopWaking()
      rest()
      status.end()
    },
  }
}

/** One timer at a time. */
function createTimer() {
  let stop: Stop = () => undefined
  return {
    set(next: Stop): void {
      stop()
      stop = next
    },
    stop: () => stop(),
  }
}

/** A connection's status, and its listeners. */
function createStatus() {
  const listeners = new Set<(status: RelayStatus) => void>()
  let status: RelayStatus = 'idle'
  return {
    get: () => status,
    on(listener: (status: RelayStatus) => void): Stop {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(next: RelayStatus): void {
      if (status === next) return
      status = next
      for (const listener of listeners) listener(next)
    },
    end: () => listeners.clear(),
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
