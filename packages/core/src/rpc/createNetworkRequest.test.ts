import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { setUpKit } from '../../test/setUpKit.ts'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import type { ChainQuery } from '../chains/chainQuery.ts'
import { fakeClock } from '../ports/fakeClock.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { createNetworkRequest } from './createNetworkRequest.ts'
import { isSend } from './requestNodes.ts'

type Answer = Awaited<ReturnType<Parameters<typeof fakeHttp>[0]>>
const ok: Answer = { body: { jsonrpc: '2.0', id: 1, result: '0x7' } }
const read: ChainQuery = { method: 'eth_gasPrice', params: [] }

/** Sends a query on a site with one node that gives these responses in turn, then repeats the last. */
async function ask(question: ChainQuery, ...answers: (Answer | KitError)[]) {
  const clock = fakeClock()
  const at: number[] = []
  const http = fakeHttp(() => {
    at.push(clock.now())
    const next = answers.length > 1 ? answers.shift()! : answers[0]!
    if (next instanceof KitError) throw next
    return next
  })
  const { kit } = setUpKit({ http, clock })
  const asking = createNetworkRequest(kit, { networkId: 'eip155:1' })(question).then(
    (result) => ({ result }),
    (error: KitError) => ({ code: error.code }),
  )
  for (let i = 0; i < 40; i++) {
    await settle()
    clock.advance(1_000)
  }
  return { ...(await asking), waits: at.slice(1).map((ms, i) => ms - at[i]!) }
}

test.each([403, 408, 413, 429, 500, 502, 503, 504])('retries a read after one %i', async (status) => {
  expect(await ask(read, { status, body: '' }, ok)).toMatchObject({ result: '0x7' })
})

test.each([-1, -32005, -32603])('retries a read after code %i', async (code) => {
  const refused = { body: { jsonrpc: '2.0', id: 1, error: { code, message: 'no' } } }
  expect(await ask(read, refused, ok)).toMatchObject({ result: '0x7' })
})

test('retries a read three times and no more', async () => {
  const down = await ask(read, { status: 503, body: '' })
  expect(down).toMatchObject({ code: 'unavailable' })
  expect(down.waits).toHaveLength(3)
})

test.each([
  ['seconds', '7', 7_000],
  ['a date', new Date(fakeClock().now() + 9_000).toUTCString(), 9_000],
  ['a date that has passed', new Date(fakeClock().now() - 9_000).toUTCString(), 150],
])('waits as long as Retry-After says in %s', async (_, retryAfter, waitMs) => {
  const { waits } = await ask(read, { status: 429, body: '', retryAfter }, ok)
  expect(waits[0]).toBeGreaterThanOrEqual(waitMs)
  expect(waits[0]).toBeLessThan(waitMs + 1_000)
})

test('queries a node that stays silent until the deadline once', async () => {
  expect(await ask(read, new KitError('timeout'), ok)).toEqual({ code: 'timeout', waits: [] })
})

const sends: ChainQuery[] = [
  { method: 'eth_sendRawTransaction', params: ['0x02'] },
  { method: 'eth_sendRawTransactionSync', params: ['0x02'] },
  { method: 'eth_sendUserOperation', params: [{}] },
  { method: 'sendTransaction', params: ['AQ=='] },
  { method: 'author_submitExtrinsic', params: ['0x84'] },
  { method: 'author_submitAndWatchExtrinsic', params: ['0x84'] },
  { method: 'transaction_v1_broadcast', params: ['0x84'] },
  { path: '/tx', post: '0200beef' },
]

test.each(sends)('never retries a send: %j', async (question) => {
  expect(isSend(question)).toBe(true)
  for (const answer of [{ status: 503, body: '' }, new KitError('unavailable'), new KitError('timeout')])
    expect(await ask(question, answer, ok)).toMatchObject({ waits: [] })
})
