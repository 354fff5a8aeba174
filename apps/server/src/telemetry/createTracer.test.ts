import { expect, it } from 'vitest'
import { createTracer, type SpanRecord } from './createTracer.ts'

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled: true }

function setUp(options: Partial<Parameters<typeof createTracer>[0]> = {}) {
  const spans: SpanRecord[] = []
  return { spans, tracer: createTracer({ share: 1, onEnd: (span) => void spans.push(span), ...options }) }
}

it('makes spans started within a span its children, across awaits', async () => {
  const { tracer, spans } = setUp()
  const root = tracer.startRoot({ name: 'request', kind: 'server' })
  await root.run(async () => {
    await Promise.resolve()
    tracer.startChild({ name: 'statement', kind: 'client' })?.end({ isFailed: true })
  })
  root.end({ name: 'GET /' })
  const [child, parent] = spans
  expect(child).toMatchObject({ name: 'statement', parentId: parent?.spanId, traceId: parent?.traceId, isFailed: true })
  expect(parent).toMatchObject({ name: 'GET /', parentId: undefined, isFailed: false })
  expect(child!.endMs).toBeGreaterThanOrEqual(child!.startMs)
})

it("continues a caller's trace, but samples by its own share", () => {
  const { tracer, spans } = setUp({ share: 0 })
  const span = tracer.startRoot({ name: 'request', kind: 'server' }, caller)
  span.run(() => expect(tracer.startChild({ name: 'statement', kind: 'client' })).toBeUndefined())
  span.end()
  expect(spans).toEqual([])
  expect(span.context).toMatchObject({ traceId: caller.traceId, isSampled: false })
})

it('lets a trusted caller decide about sampling', () => {
  const { tracer, spans } = setUp({ share: 0, isCallerTrusted: true })
  tracer.startRoot({ name: 'one', kind: 'server' }, caller).end()
  tracer.startRoot({ name: 'two', kind: 'server' }, { ...caller, isSampled: false }).end()
  tracer.startRoot({ name: 'three', kind: 'server' }).end()
  expect(spans.map(({ name, parentId }) => [name, parentId])).toEqual([['one', caller.spanId]])
})

it('records a share of the traces', () => {
  const draws = [0.1, 0.6, 0.3]
  const { tracer, spans } = setUp({ share: 0.5, random: () => draws.shift()! })
  for (const name of ['a', 'b', 'c']) tracer.startRoot({ name, kind: 'server' }).end()
  expect(spans.map(({ name }) => name)).toEqual(['a', 'c'])
})

it('sends a traceparent to listed hosts alone', () => {
  const { tracer } = setUp({ hosts: new Set(['node.internal:8545']) })
  tracer.startRoot({ name: 'request', kind: 'server' }, caller).run(() => {
    const span = tracer.startChild({ name: 'rpc', kind: 'client' })!
    expect(tracer.headersFor('http://node.internal:8545/key', span)).toEqual({
      traceparent: `00-${caller.traceId}-${span.context.spanId}-01`,
    })
    expect(tracer.headersFor('https://node.example/key', span)).toBeUndefined()
    expect(tracer.headersFor('http://node.internal/key', span)).toBeUndefined()
  })
})

it('starts no span outside a request, and ends one once', () => {
  const { tracer, spans } = setUp()
  expect(tracer.startChild({ name: 'statement', kind: 'client' })).toBeUndefined()
  const span = tracer.startRoot({ name: 'request', kind: 'server' })
  span.end()
  span.end()
  expect(spans).toHaveLength(1)
})
