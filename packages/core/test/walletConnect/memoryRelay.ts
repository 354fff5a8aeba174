import { readRpcFrame, writeRequest, writeResult } from '@billfold/protocol/wc/rpcFrame'
import { fakePage } from '../../src/ports/fakePage.ts'
import { loadWcCrypto } from '../../src/wc/loadWcCrypto.ts'
import type { OpenSocket, SocketEvents } from '../../src/wc/openSocket.ts'

// A page without WebCrypto loads its cryptography; after that, everything settles in microtasks.
await loadWcCrypto(fakePage().page)

type Push = { topic: string; message: string; tag: number; from: number }
type Line = { number: number; topics: Set<string>; told: SocketEvents; isOpen: boolean; acked: Set<string> }

/** An in-memory relay with controllable faults. Works in microtasks only, so it needs no clock. */
export function memoryRelay() {
  const mailbox: Push[] = []
  const lines = new Set<Line>()
  const frames: { id: string; line: number; method: string; params: Record<string, unknown> }[] = []
  const acks: string[] = []
  let pushes = 0
  let opened = 0
  const faults = {
    /** Rejects the upgrade, as with 401. */
    refuses: false,
    /** Calls of these methods get no response. */
    mute: (_method: string) => false,
    /** Crashes after handling such a call, before responding. */
    dies: (_method: string) => false,
    /** Sent in place of a response. */
    garbage: undefined as string | undefined,
    error: undefined as { code: number; message: string } | undefined,
    /** Copies of each push. */
    copies: 1,
    /** Simultaneous pushes arrive in reverse. */
    reverses: false,
  }
  const soon = (run: () => void) => void Promise.resolve().then(run)
  const push = (line: Line, items: Push[]) => {
    const list = faults.reverses ? items.toReversed() : items
    for (const { topic, message, tag } of list)
      for (let i = 0; i < faults.copies; i++) {
        const data = { topic, message, tag, publishedAt: 0 }
        line.told.received(writeRequest(String(++pushes), 'irn_subscription', { id: 'x', data }))
      }
  }
  const waitingFor = (line: Line, topic: string) =>
    mailbox.filter((m) => m.topic === topic && m.from !== line.number && !line.acked.has(m.message))

  function answer(line: Line, text: string): void {
    const frame = readRpcFrame(text)
    if (frame.kind !== 'request') {
      acks.push(frame.rawId)
      return
    }
    const params = frame.params as Record<string, unknown>
    frames.push({ id: frame.rawId, line: line.number, method: frame.method, params })
    if (faults.mute(frame.method)) return
    if (faults.garbage !== undefined) {
      line.told.received(faults.garbage)
      return
    }
    if (faults.error) {
      line.told.received(`{"id":${frame.rawId},"jsonrpc":"2.0","error":${JSON.stringify(faults.error)}}`)
      return
    }
    if (faults.dies(frame.method)) {
      if (frame.method === 'irn_publish') publish(params as never, line.number)
      cut()
      return
    }
    const topics = (params.topics ?? [params.topic]) as string[]
    const result = { irn_subscribe: 'id', irn_batchSubscribe: topics.map(() => 'id') }[frame.method] ?? true
    line.told.received(writeResult(frame.rawId, result))
    if (/ubscribe$/.test(frame.method) && !/unsub/i.test(frame.method)) {
      for (const topic of topics) line.topics.add(topic)
      push(
        line,
        topics.flatMap((topic) => waitingFor(line, topic)),
      )
    }
    if (frame.method === 'irn_publish') publish(params as never, line.number)
  }

  function publish({ topic, message, tag = 0 }: { topic: string; message: string; tag?: number }, from = -1): void {
    const item = { topic, message, tag, from }
    mailbox.push(item)
    for (const line of lines) if (line.number !== from && line.topics.has(topic)) push(line, [item])
  }

  function cut(): void {
    for (const line of [...lines]) {
      line.isOpen = false
      lines.delete(line)
      line.told.closed()
    }
  }

  const openWire: OpenSocket = (_url, events) => {
    const line: Line = { number: ++opened, topics: new Set(), told: events, isOpen: true, acked: new Set() }
    soon(() => {
      if (faults.refuses) return events.closed()
      lines.add(line)
      events.opened()
    })
    return {
      send: (text) => soon(() => line.isOpen && answer(line, text)),
      close: () => {
        line.isOpen = false
        lines.delete(line)
      },
    }
  }
  return {
    openWire,
    faults,
    frames,
    mailbox,
    /** The pushes that clients acknowledged. */
    acks,
    publish,
    opened: () => opened,
    open: () => lines.size,
    /** Cuts every connection. */
    cut,
    /** Restarts with empty memory, like a relay without a database. */
    restart() {
      mailbox.splice(0)
      cut()
    },
    /** Sends an unsolicited message to every client. */
    say(text: unknown) {
      for (const line of [...lines]) line.told.received(text)
    },
    methods: () => frames.map((f) => f.method),
  }
}

/** Runs all pending microtasks. */
export const settle = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve()
}
