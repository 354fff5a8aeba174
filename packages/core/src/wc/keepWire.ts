import { afterAwake } from '../ports/afterAwake.ts'
import type { Clock, Stop } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Page } from '../ports/page.ts'
import { onWake } from './onWake.ts'
import type { OpenWire, Wire } from './openWire.ts'
import type { RelayStatus } from './relay.ts'
import { retryDelay } from './retryDelay.ts'

export type WireParts = {
  /** A fresh address for every connection; another one, where there is, after one that never answered. */
  url: (isAnother: boolean) => string | Promise<string>
  openWire: OpenWire
  clock: Clock
  page: Pick<Page, 'events' | 'onVisible'>
  log: Log
  random?: (() => number) | undefined
}

/** What a connection is for. */
export type WireUse = {
  /** Whether there is something to hear or say; without it the connection rests. */
  isWanted(): boolean
  opened(): void
  /** Throws on what is invalid. */
  received(text: unknown): void
  lost(): void
  /**
   * Every few seconds: is the other end alive? Told for how many beats it was silent; says what is wrong with it. Beats are counted and
   * not timed: a page that slept has heard nothing for an hour, and what was said meanwhile waits to be read.
   */
  beat(silentBeats: number): string | undefined
  /** The page or the network is back: what is broken shows sooner when it is asked something. */
  woke(): void
}

/** A connection that comes back. */
export type KeptWire = {
  status(): RelayStatus
  onStatus(told: (status: RelayStatus) => void): Stop
  isOpen(): boolean
  send(text: string): void
  /** Opens it, unless it is there or on its way. */
  want(): void
  /** The other end said something sensible. */
  isWell(): void
  /** Why there is none, or was none the last time. */
  why(): string
  close(): void
}

const heartbeatMs = 5_000
const openMs = 10_000
const triesUntilUnreachable = 3

/** Keeps one connection for as long as it is wanted: back-off without storms, a heartbeat, and a second look when the page wakes. */
export function keepWire({ url, openWire, clock, page, log, random = Math.random }: WireParts, use: WireUse): KeptWire {
  const told = new Set<(status: RelayStatus) => void>()
  let status: RelayStatus = 'idle'
  /** The present try at a connection, from its first moment to its end. */
  let attempt: object | undefined
  let wire: Wire | undefined
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
    for (const tell of told) tell(next)
  }

  function open(): void {
    if (attempt || isClosed) return
    say(away())
    triedAt = clock.now()
    timer()
    timer = afterAwake(clock, openMs, () => lose('it does not open a connection'))
    // Events of a connection that was given up must not reach the one that replaced it.
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

  /** Every five seconds: is the other end alive, and are we still needed? */
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

  /** The page is back, or the network is: what is broken shows at once instead of at the next beat. */
  function wake(): void {
    if (isClosed || !use.isWanted()) return
    if (isOpen) use.woke()
    // Not more than once a second, however often a page comes and goes.
    else if (!attempt && clock.now() - triedAt >= 1_000) {
      timer()
      open()
    }
  }

  const stopWaking = onWake(page, wake)

  return {
    status: () => status,
    onStatus(tell) {
      told.add(tell)
      return () => void told.delete(tell)
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
      told.clear()
    },
  }
}
