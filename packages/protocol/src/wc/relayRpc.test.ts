import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { relayContract, relayMethodOf, subscriptionPush } from './relayRpc.ts'
import { readRpcFrame, writeError, writeRequest, writeResult } from './rpcFrame.ts'
import { createPeerId, peerMessage, sessionMethodOf, sessionMethods } from './session.ts'
import { kitErrorOfPeer, peerError, wcErrorNameOf, wcErrors } from './wcErrors.ts'

const topic = 'ab'.repeat(32)
const publish = { topic, message: 'AAAA', ttl: 300, tag: 1108 }
const accepts = (value: unknown) => z.safeParse(relayContract.irn_publish.input, value).success

describe('the relay wire', () => {
  it('drops a client’s plain-text fields next to its ciphertext', () => {
    const tvf = { correlationId: 1, rpcMethods: ['eth_sendTransaction'], chainId: 'eip155:1', txHashes: ['0x'] }
    expect(z.parse(relayContract.irn_publish.input, { ...publish, ...tvf, tvf })).toEqual(publish)
    const propose = { pairingTopic: topic, sessionProposal: 'AAAA', ttl: 300 }
    expect(z.parse(relayContract.wc_proposeSession.input, { ...propose, ...tvf })).toEqual(propose)
  })

  it('has bounds', () => {
    expect(accepts(publish)).toBe(true)
    for (const ttl of [30, 604_800]) expect(accepts({ ...publish, ttl })).toBe(true)
    for (const ttl of [29, 604_801, 30.5, '300', null]) expect(accepts({ ...publish, ttl })).toBe(false)
    expect(accepts({ ...publish, message: 'A'.repeat(131_072) })).toBe(true)
    for (const message of ['', 'A'.repeat(131_073), 'A\u0000', 'ä', '"'])
      expect(accepts({ ...publish, message })).toBe(false)
    for (const wrong of ['', topic.slice(2), topic.toUpperCase(), `${topic}\n`])
      expect(accepts({ ...publish, topic: wrong })).toBe(false)
    const batch = (n: number) =>
      z.safeParse(relayContract.irn_batchSubscribe.input, { topics: Array(n).fill(topic) }).success
    expect([batch(0), batch(1), batch(500), batch(501)]).toEqual([false, true, true, false])
  })

  it('knows the old names', () => {
    expect(relayMethodOf('iridium_publish')).toBe('irn_publish')
    expect(relayMethodOf('irn_batchSubscribe')).toBe('irn_batchSubscribe')
    for (const wrong of ['', 'publish', 'iridium_', 'toString', '__proto__', 'irn_iridium_publish'])
      expect(relayMethodOf(wrong)).toBeUndefined()
  })

  it('reads a push', () => {
    const data = { topic, message: 'AAAA', publishedAt: 1, tag: 0 }
    const push = { id: 5, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 's', data } }
    expect(z.safeParse(subscriptionPush, push).success).toBe(true)
  })
})

describe('a frame', () => {
  it.each(['"1700000000000123456"', '1700000000000123456', '9007199254740993', '-0', '1.0', '1e3', '"ä\\n"'])(
    'keeps its id as %s',
    (id) => {
      for (const text of [
        `{"id":${id},"method":"m"}`,
        `{ "params": {"id": 7, "x": ["}{\\"id\\": 3"]},\n"id" : ${id} ,"method":"m"}`,
      ]) {
        const frame = readRpcFrame(text)
        expect(frame.kind).toBe('request')
        expect(frame.rawId).toBe(id)
        expect(writeResult(frame.rawId, true)).toBe(`{"id":${id},"jsonrpc":"2.0","result":true}`)
      }
    },
  )

  it('keeps every whole number, wherever its id is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.dictionary(fc.string(), fc.json()), (id, extra) => {
        fc.pre(!Object.hasOwn(extra, 'id'))
        const rest = JSON.stringify({ ...extra, method: 'm' }).slice(1, -1)
        expect(readRpcFrame(`{${rest},"id":${id}}`).rawId).toBe(String(id))
      }),
    )
  })

  it('is a request, a result or an error', () => {
    expect(readRpcFrame(writeRequest('1', 'm', { a: 1 }))).toEqual({
      kind: 'request',
      rawId: '1',
      method: 'm',
      params: { a: 1 },
    })
    expect(readRpcFrame(writeResult('"a"', true))).toEqual({ kind: 'result', rawId: '"a"', id: 'a', result: true })
    const error = { code: 1, message: 'x' }
    expect(readRpcFrame(writeError('2', error))).toEqual({ kind: 'error', rawId: '2', id: '2', error })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '1',
    '{}',
    '{"id":null,"method":"m"}',
    '{"id":{},"method":"m"}',
    '{"id":1}',
    `{"id":"${'x'.repeat(200)}","method":"m"}`,
  ])('is refused as %s', (text) => expect(() => readRpcFrame(text)).toThrow())
})

describe('the session methods', () => {
  it('has one tag for one kind of message', () => {
    const tags = Object.values(sessionMethods).flatMap((m) => [
      m.request.tag,
      m.response.tag,
      ...('reject' in m ? [m.reject.tag, m.autoReject.tag] : []),
    ])
    expect(new Set(tags).size).toBe(tags.length)
    expect(sessionMethodOf('wc_sessionPing')).toBe('wc_sessionPing')
    expect(sessionMethodOf('constructor')).toBeUndefined()
  })

  it('tells requests, results and errors apart, and rejects the rest', () => {
    const base = { id: 1, jsonrpc: '2.0' }
    for (const good of [
      { method: 'm', params: {} },
      { result: null },
      { result: false },
      { error: { code: 1, message: '' } },
    ])
      expect(z.safeParse(peerMessage, { ...base, ...good }).success).toBe(true)
    for (const bad of [
      {},
      { result: undefined },
      { error: 'x' },
      { id: 1.5, result: 1 },
      { id: '1', result: 1 },
      { jsonrpc: '1.0', result: 1 },
    ])
      expect(z.safeParse(peerMessage, { ...base, ...bad }).success).toBe(false)
  })

  it('makes ids that grow with time and are exact', () => {
    expect(createPeerId(1_700_000_000_000, () => 0.999_9)).toBe(1_700_000_000_000_999)
    expect(Number.isSafeInteger(createPeerId(Date.UTC(2099, 0)))).toBe(true)
  })

  it('names errors by their code, and maps them to our own', () => {
    expect(peerError('user_rejected')).toEqual({ code: 5000, message: 'User rejected.' })
    expect(peerError('unsupported_chains', 'eip155:9')).toEqual({ code: 5100, message: 'Unsupported chains. eip155:9' })
    for (const [name, { code }] of Object.entries(wcErrors)) expect(wcErrorNameOf(code)).toBe(name)
    expect(wcErrorNameOf('5000')).toBeUndefined()
    expect(kitErrorOfPeer({ code: 5000, message: 'No \u202ethanks' })).toMatchObject({
      code: 'user_rejected',
      message: 'No thanks',
    })
    expect(kitErrorOfPeer({ code: 4001, message: '' })).toMatchObject({ code: 'user_rejected' })
    expect(kitErrorOfPeer({ code: 77, message: 'x' })).toMatchObject({ code: 'internal', message: 'x' })
  })
})
