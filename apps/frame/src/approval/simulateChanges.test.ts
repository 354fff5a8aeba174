import { KitError } from '@billfold/protocol/error'
import { expect, test, vi } from 'vitest'
import type { QueryEvm } from './fillTransaction.ts'
import { simulateChanges } from './simulateChanges.ts'

const me = `0x${'a'.repeat(40)}` as const
const [pool, token, collection] = ['b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const call = { from: me, to: pool, value: 5n, data: '0x1234' as const }
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: string | bigint) =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`
const transfer = (address: string, from: string, to: string, amount: bigint) => ({
  ...{ address, topics: [topic, word(from), word(to)], data: word(amount) },
})
const missing = new KitError('unknown_method')
const answering = (answers: Record<string, unknown>): QueryEvm =>
  vi.fn(async (method) => {
    if (!(method in answers)) throw missing
    return answers[method]
  })

test('sums a simulation’s moves of coin, tokens and items', async () => {
  const logs = [
    transfer('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', me, pool, 5n),
    transfer('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', pool, me, 2n),
    transfer(token, pool, me, 70n),
    transfer(token, pool, collection, 900n),
    { address: collection, topics: [topic, word(pool), word(me), word(7n)], data: '0x' },
    { address: token, topics: [word(1n)], data: '0x' },
  ]
  const ask = answering({ eth_simulateV1: [{ calls: [{ status: '0x1', logs }] }] })
  expect(await simulateChanges([call], me, ask)).toMatchObject({
    changes: [{ amount: -3n }, { token, amount: 70n }, { token: collection, item: 7n, amount: 1n }],
  })
  expect(ask).toHaveBeenCalledTimes(1)
})

test('uses a trace if a node cannot simulate, without reverted and delegate calls', async () => {
  const trace = {
    ...{ type: 'CALL', from: me, to: pool, value: '0x5' },
    logs: [transfer(token, pool, me, 70n)],
    calls: [
      {
        type: 'CALL',
        from: pool,
        to: me,
        value: '0x9',
        error: 'execution reverted',
        logs: [transfer(token, me, pool, 1n)],
      },
      {
        type: 'DELEGATECALL',
        from: pool,
        to: collection,
        value: '0x5',
        calls: [{ type: 'CALL', from: pool, to: me, value: '0x1' }],
      },
    ],
  }
  const ask = answering({ debug_traceCall: trace })
  expect(await simulateChanges([call], me, ask)).toMatchObject({ changes: [{ amount: -4n }, { token, amount: 70n }] })
  expect(ask).toHaveBeenLastCalledWith('debug_traceCall', [
    { from: me, to: pool, value: '0x5', data: '0x1234' },
    'latest',
    { tracer: 'callTracer', tracerConfig: { withLog: true } },
  ])
})

test.each([
  ['no node can', {}],
  ['the answers are invalid', { eth_simulateV1: 'yes', debug_traceCall: { type: 'CALL', from: 'me' } }],
  ['one of two calls was left out', { eth_simulateV1: [{ calls: [] }] }],
])('has no result if %s', async (_, answers) => {
  expect(await simulateChanges([call], me, answering(answers))).toBeUndefined()
})

const failedCall = (message: string) => ({ status: '0x0', error: { code: 3, message } })

test.each([
  [
    'a simulation',
    { eth_simulateV1: [{ calls: [failedCall('execution reverted: no\u202e')] }] },
    'execution reverted: no',
  ],
  [
    'a trace',
    { debug_traceCall: { type: 'CALL', from: me, to: pool, error: 'execution reverted' } },
    'execution reverted',
  ],
  [
    'a trace that has the contract’s words',
    { debug_traceCall: { type: 'CALL', from: me, to: pool, error: 'execution reverted', revertReason: 'no' } },
    'no',
  ],
])('tells why it would fail, by %s', async (_, answers, failure) => {
  expect(await simulateChanges([call], me, answering(answers))).toEqual({ failure })
})

test('simulates several calls in sequence: their sum, the first failure, or no result without eth_simulateV1', async () => {
  const second = { ...call, to: token, value: 0n }
  const done = { status: '0x1', logs: [transfer(token, pool, me, 70n)] }
  const trial = (...results: unknown[]) => answering({ eth_simulateV1: [{ calls: results }] })
  const ask = trial(done, done)
  expect(await simulateChanges([call, second], me, ask)).toMatchObject({ changes: [{ token, amount: 140n }] })
  expect(ask).toHaveBeenCalledExactlyOnceWith('eth_simulateV1', [
    {
      blockStateCalls: [{ calls: [call, second].map((each) => ({ ...each, value: `0x${each.value.toString(16)}` })) }],
      traceTransfers: true,
    },
    'latest',
  ])
  expect(await simulateChanges([call, second], me, trial(done, failedCall('no')))).toEqual({ failure: 'no' })
  // A trace of the one would not know what the other left behind.
  const tracing = answering({ debug_traceCall: { type: 'CALL', from: me, to: pool } })
  expect(await simulateChanges([call, second], me, tracing)).toBeUndefined()
})
