import { randomBytes } from 'node:crypto'

/** A place in a trace: W3C Trace Context's identifiers, in lower-case hex. */
export type TraceContext = { traceId: string; spanId: string; isSampled: boolean }

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Reads a `traceparent` header; undefined if it is missing or malformed, as the specification asks. */
export function readTraceparent(header: string | undefined): TraceContext | undefined {
  // Later versions may be longer; nothing valid is much longer than 55 characters.
  if (!header || header.length > 200) return undefined
  const [, version, traceId, spanId, flags] = form.exec(header) ?? []
  if (!version || !traceId || !spanId || !flags || version === 'ff') return undefined
  if (version === '00' && header.length !== 55) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const writeTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')
