import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newSpanId, newTraceId, readTraceparent, writeTraceparent } from './traceparent.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

it('round-trips what it writes', () => {
  for (const isSampled of [true, false]) {
    const context = { traceId: newTraceId(), spanId: newSpanId(), isSampled }
    expect(readTraceparent(writeTraceparent(context))).toEqual(context)
  }
})

it('reads a later version with more fields', () => {
  expect(readTraceparent(`01-${traceId}-${spanId}-03-more`)).toEqual({ traceId, spanId, isSampled: true })
})

it.each([
  undefined,
  '',
  `00-${traceId}-${spanId}`,
  `00-${traceId}-${spanId}-01-more`,
  `ff-${traceId}-${spanId}-01`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `01-${traceId}-${spanId}-01-${'x'.repeat(1_000)}`,
])('ignores the malformed header %s', (header) => {
  expect(readTraceparent(header)).toBeUndefined()
})

it('throws for no header', () => {
  fc.assert(fc.property(fc.string(), (header) => void readTraceparent(header)))
})
