import { AsyncLocalStorage } from 'node:async_hooks'
import { newSpanId, newTraceId, type TraceContext, writeTraceparent } from './traceparent.ts'

/** Where a span's work runs: in this process, for a caller, or at an upstream. */
export type SpanKind = 'internal' | 'server' | 'client'
/** Only what the operator knows already: patterns, codes, counts. Never what a visitor sent. */
export type Attributes = Readonly<Record<string, string | number | undefined>>

/** A finished span. Times are milliseconds since 1970. */
export type SpanRecord = {
  traceId: string
  spanId: string
  parentId?: string | undefined
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  attributes: Attributes
  isFailed: boolean
}

type SpanStart = { name: string; kind: SpanKind; attributes?: Attributes }
type SpanEnd = { name?: string; attributes?: Attributes; isFailed?: boolean }

/** A span in progress. */
export type Span = {
  context: TraceContext
  /** Runs work within the span: spans that it starts become children. */
  run<T>(work: () => T): T
  end(result?: SpanEnd): void
}

/** Starts spans; those of a trace that is not sampled cost next to nothing. */
export type Tracer = {
  /** Starts the first span of this process, as a child of the caller's if there is one. */
  startRoot(start: SpanStart, caller?: TraceContext): Span
  /** Starts a child of the current span; undefined outside a span, or if it is not sampled. */
  startChild(start: SpanStart): Span | undefined
  /** The headers that continue the trace at an upstream: for hosts of the operator's list alone. */
  headersFor(url: string, span: Span | undefined): Record<string, string> | undefined
}

type Options = {
  onEnd: (span: SpanRecord) => void
  /** The share of traces that are recorded, from 0 to 1. */
  share: number
  /** Whether callers decide about their own traces. They may record all of them, so only for trusted callers. */
  isCallerTrusted?: boolean
  /** Hosts that may learn a trace's id, with the port if it is not the protocol's. */
  hosts?: ReadonlySet<string>
  random?: () => number
}

export function createTracer(options: Options): Tracer {
  const { onEnd, share, isCallerTrusted = false, hosts = new Set(), random = Math.random } = options
  const current = new AsyncLocalStorage<TraceContext>()

  function start({ name, kind, attributes }: SpanStart, context: TraceContext, parentId: string | undefined): Span {
    const { traceId, spanId, isSampled } = context
    // One clock for both ends: `Date.now` may jump in between.
    const startMs = performance.timeOrigin + performance.now()
    let hasEnded = false
    return {
      context,
      run: (work) => current.run(context, work),
      end(result = {}) {
        if (!isSampled || hasEnded) return
        hasEnded = true
        onEnd({
          ...{ traceId, spanId, parentId, kind, startMs },
          name: result.name ?? name,
          endMs: performance.timeOrigin + performance.now(),
          attributes: { ...attributes, ...result.attributes },
          isFailed: result.isFailed ?? false,
        })
      },
    }
  }

  return {
    startRoot(first, caller) {
      const isSampled = isCallerTrusted && caller ? caller.isSampled : random() < share
      const context = { traceId: caller?.traceId ?? newTraceId(), spanId: newSpanId(), isSampled }
      return start(first, context, caller?.spanId)
    },
    startChild(child) {
      const parent = current.getStore()
      if (!parent?.isSampled) return undefined
      return start(child, { ...parent, spanId: newSpanId() }, parent.spanId)
    },
    headersFor(url, span) {
      const context = span?.context ?? current.getStore()
      if (!context || hosts.size === 0 || !hosts.has(new URL(url).host)) return undefined
      return { traceparent: writeTraceparent(context) }
    },
  }
}
