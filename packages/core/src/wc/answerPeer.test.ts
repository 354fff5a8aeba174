import { lifetimes } from '@billfold/protocol/wc/session'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findExcess } from '../../test/walletConnect/findExcess.ts'
import { supportedByFake } from '../../test/walletConnect/supportedByFake.ts'
import { askedOf } from '../../test/walletConnect/visitWithWc.ts'
import { answerPeer } from './answerPeer.ts'
import type { PeerRequest } from './peers.ts'
import type { WcSession } from './wcSession.ts'

const key = 'ab'.repeat(32)
const side = { publicKey: key, metadata: { name: 'x', description: '', url: '', icons: [] } }
const nowMs = 1_700_000_000_000
const session: WcSession = {
  topic: key,
  pairingTopic: key,
  relay: { protocol: 'irn' },
  expiry: 1_700_000_000 + 1_000,
  acknowledged: true,
  controller: key,
  namespaces: supportedByFake,
  requiredNamespaces: {},
  optionalNamespaces: askedOf(),
  self: side,
  peer: side,
  lastIds: {},
}
const judge = (request: PeerRequest, on = session) => answerPeer(on, request, { nowMs })
const address = '0x000000000000000000000000000000000000dEaD'
const updateTo = (id: number, ...accounts: string[]): PeerRequest => ({
  id,
  method: 'wc_sessionUpdate',
  params: { namespaces: { eip155: { accounts, methods: ['personal_sign'], events: [] } } },
})

test('rejects an update that drops what the site requires', () => {
  const requiredNamespaces = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
  const strict = { ...session, requiredNamespaces }
  const refused = judge(updateTo(5, `eip155:10:${address}`), strict)
  expect(refused).toMatchObject({ answer: { error: { code: 1003 } } })
  expect(refused.session).toBe(strict)
  expect(judge(updateTo(6, `eip155:1:${address}`), strict).answer).toEqual({ result: true })
})

test('replaces the grants on an update, and ignores an older or repeated one', () => {
  const { session: next, answer } = judge(updateTo(5, `eip155:1:${address}`))
  expect(answer).toEqual({ result: true })
  expect(next?.namespaces.eip155?.accounts).toEqual([`eip155:1:${address}`])
  for (const id of [5, 4]) expect(judge(updateTo(id, `eip155:10:${address}`), next).session).toBe(next)
})

test('limits an update to what was requested', () => {
  const { session: next, answer } = judge(updateTo(5, `eip155:1:${address}`, `eip155:137:${address}`))
  expect(answer).toEqual({ result: true })
  expect(next?.namespaces.eip155?.accounts).toEqual([`eip155:1:${address}`])
})

test('ignores an update with nothing that was requested, unless it has been requested since', () => {
  const request = updateTo(5, `eip155:137:${address}`)
  expect(judge(request)).toMatchObject({ answer: { error: { code: 1003 } }, session })
  const requested = { eip155: { chains: ['eip155:137'], methods: ['personal_sign'], events: [] } }
  expect(answerPeer(session, request, { nowMs, requested: [requested] }).answer).toEqual({ result: true })
})

test('extends a session to its full lifetime from now, and never shortens it', () => {
  const extend = (id: number): PeerRequest => ({ id, method: 'wc_sessionExtend', params: {} })
  const { session: next } = judge(extend(1))
  expect(next?.expiry).toBe(nowMs / 1000 + lifetimes.session)
  expect(answerPeer(next!, extend(2), { nowMs: nowMs - 60_000 }).session?.expiry).toBe(next?.expiry)
  expect(judge(extend(1), next)).toMatchObject({ answer: { error: { code: 1004 } } })
})

test('accepts events that were approved, the newest last', () => {
  const event = (id: number, name: string, chainId = 'eip155:1'): PeerRequest => ({
    id,
    method: 'wc_sessionEvent',
    params: { event: { name, data: 1 }, chainId },
  })
  expect(judge(event(1, 'made_up'))).toMatchObject({ answer: { error: { code: 3002 } }, session })
  expect(judge(event(1, 'chainChanged', 'eip155:5'))).toMatchObject({ answer: { error: { code: 3002 } } })
  const { session: next, event: reported } = judge(event(2, 'chainChanged'))
  expect(reported).toMatchObject({ type: 'event', name: 'chainChanged' })
  expect(judge(event(1, 'chainChanged'), next).event).toBeUndefined()
  expect(judge(event(1, 'accountsChanged'), next).event).toBeDefined()
})

test('rejects a wallet’s requests to the site, a second settlement and sign-in', () => {
  const request: PeerRequest = {
    id: 1,
    method: 'wc_sessionRequest',
    params: { request: { method: 'x', params: [] }, chainId: 'eip155:1' },
  }
  expect(judge(request)).toMatchObject({ answer: { error: { code: 3001 } }, session })
  expect(judge({ id: 1, method: 'wc_pairingPing', params: {} })).toMatchObject({ answer: { error: { code: 10_001 } } })
})

const chain = fc.constantFrom('eip155:1', 'eip155:10', 'eip155:137', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const id = fc.integer({ min: 1, max: 30 })
const anyRequest: fc.Arbitrary<PeerRequest> = fc.oneof(
  fc.record({
    id,
    method: fc.constant('wc_sessionUpdate' as const),
    params: fc.record({
      namespaces: fc.dictionary(
        fc.constantFrom('eip155', 'solana', 'eip155:1', 'cosmos'),
        fc.record({
          accounts: fc.array(chain.map((c) => `${c}:${address}`)),
          methods: fc.subarray(['personal_sign', 'eth_stealAll', 'solana_signMessage']),
          events: fc.subarray(['chainChanged', 'made_up']),
        }),
      ),
    }),
  }),
  fc.record({ id, method: fc.constant('wc_sessionExtend' as const), params: fc.constant({}) }),
  fc.record({
    id,
    method: fc.constant('wc_sessionEvent' as const),
    params: fc.record({
      event: fc.record({ name: fc.constantFrom('chainChanged', 'accountsChanged', 'made_up'), data: fc.anything() }),
      chainId: chain,
    }),
  }),
)

test('never exceeds the request nor goes back, whatever a wallet sends in any order', () => {
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 30 }), (requests) => {
      let now = session
      const updates: number[] = []
      for (const request of requests) {
        const { session: next, event } = judge(request, now)
        expect(next).toBeDefined()
        expect(findExcess(next!.namespaces, [askedOf()])).toBeUndefined()
        expect(next!.expiry).toBeGreaterThanOrEqual(now.expiry)
        expect(next!.topic).toBe(session.topic)
        if (event?.type === 'updated' && request.method === 'wc_sessionUpdate') updates.push(request.id)
        expect(judge(request, next).event).toBeUndefined() // reported once
        now = next!
      }
      expect(updates).toEqual([...new Set(updates)].toSorted((a, b) => a - b))
    }),
  )
})
