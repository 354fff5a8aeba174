import { sealEnvelope } from '@billfold/protocol/wc/anyEnvelope'
import type { Cacao } from '@billfold/protocol/wc/authenticate'
import { openWith } from '@billfold/protocol/wc/envelope'
import { deriveSymKey, generateKeyPair } from '@billfold/protocol/wc/keyAgreement'
import { topicOf } from '@billfold/protocol/wc/topicOf'
import { parsePairingUri } from '@billfold/protocol/wc/uri'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeWallet } from '../../test/walletConnect/fakeWallet.ts'
import { settle } from '../../test/walletConnect/memoryRelay.ts'
import { setUpWc } from '../../test/walletConnect/setUpWc.ts'
import { type Authentication, authenticate, type SignInGrant } from './authenticate.ts'
import { sessionKey } from './storageKeys.ts'

const payload: Authentication['payload'] = {
  type: 'caip122',
  chains: ['eip155:1'],
  domain: 'site.example',
  aud: 'https://site.example',
  version: '1',
  nonce: 'abcdefgh12345678',
  iat: '2026-01-01T00:00:00.000Z',
}
const { type: _, chains: __, ...statement } = payload
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const cacao: Cacao = {
  h: { t: 'caip122' },
  p: { ...statement, iss: `did:pkh:eip155:1:${address}` },
  s: { t: 'eip191', s: '0x00' },
}
const granted = {
  eip155: { chains: ['eip155:1'], accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] },
}
const clients: { dispose(): void }[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose()
})

/** A proof with these grants, and a site that accepts it by default. */
const grants =
  (namespaces: typeof granted, accept: SignInGrant['accept'] = async () => undefined): Authentication['prove'] =>
  async () => ({ namespaces, accept })

type WireMessage = { id: number; method: string; params: { requester: { publicKey: string } } }

/** A client that requests a sign-in, and a wallet that may respond as it likes. */
async function ask(prove: Authentication['prove']) {
  const set = setUpWc()
  clients.push(set.client)
  const { promise, resolve } = Promise.withResolvers<string>()
  const controller = new AbortController()
  const session = set.client.propose({
    signal: controller.signal,
    onUri: resolve,
    beside: authenticate({ payload, prove }),
  })
  session.catch(() => undefined)
  const uri = await promise
  const { topic, symKey, methods } = parsePairingUri(uri)
  const requests = set.server.mailbox
    .filter((item) => item.topic === topic)
    .map((item) => JSON.parse(openWith(symKey, item.message)) as WireMessage)
  const question = requests.find(({ method }) => method === 'wc_sessionAuthenticate')!
  const own = generateKeyPair()
  const requester = question.params.requester.publicKey
  const sessionTopic = topicOf(deriveSymKey(own.privateKey, requester))
  return {
    ...set,
    uri,
    session,
    methods,
    requests,
    controller,
    sessionTopic,
    goodbyes: () =>
      set.server.mailbox
        .filter((item) => item.topic === sessionTopic)
        .map((item) => JSON.parse(openWith(deriveSymKey(own.privateKey, requester), item.message)) as WireMessage),
    async answer(reply: object) {
      const text = JSON.stringify({ id: question.id, jsonrpc: '2.0', ...reply })
      const message = sealEnvelope(text, { privateKey: own.privateKey, peerPublicKey: requester })
      set.server.publish({ topic: topicOf(requester), message })
      await settle()
    },
    result: {
      result: {
        cacaos: [cacao],
        responder: { publicKey: own.publicKey, metadata: { name: 'W', description: '', url: '', icons: [] } },
      },
    },
  }
}

test('requests a sign-in first, then a session, over one link that offers both', async () => {
  const { requests, methods } = await ask(grants(granted))
  expect(requests.map(({ method }) => method)).toEqual(['wc_sessionAuthenticate', 'wc_sessionPropose'])
  expect(methods).toEqual(['wc_sessionAuthenticate'])
})

test('turns a proven statement into a session of what was both proven and requested', async () => {
  const wide = { eip155: { ...granted.eip155, methods: ['personal_sign', 'eth_unheardOf'] } }
  const prove = vi.fn(grants(wide))
  const { answer, result, session, client, storage, sessionTopic } = await ask(prove)
  await answer(result)
  expect(prove).toHaveBeenCalledWith([cacao])
  expect((await session).topic).toBe(sessionTopic)
  expect(client.session()?.namespaces).toEqual(granted)
  expect(JSON.parse(storage.values.get(sessionKey)!)).toHaveLength(1)
})

const accept = vi.fn(async () => undefined)
const elsewhere = { eip155: { ...granted.eip155, chains: ['eip155:5'], accounts: [`eip155:5:${address}`] } }
test.each([
  ['that is not proven', () => Promise.reject(new Error('wrong signature'))],
  ['for a chain no one requests for', grants(elsewhere, accept)],
  ['that the site does not accept', grants(granted, () => Promise.reject(new Error('no')))],
])('on a statement %s stores nothing and ends the wallet’s session', async (_, prove) => {
  const { answer, result, session, client, storage, goodbyes } = await ask(prove)
  await answer(result)
  await expect(session).rejects.toThrow()
  await settle()
  expect(client.session()).toBeUndefined()
  expect(storage.values.has(sessionKey)).toBe(false)
  expect(goodbyes().map(({ method }) => method)).toEqual(['wc_sessionDelete'])
  // The site comes last: it never stores what is rejected for another reason.
  expect(accept).not.toHaveBeenCalled()
})

test('on cancellation while the site decides, tells the site and stores nothing', async () => {
  const aborted = Promise.withResolvers<AbortSignal>()
  const { answer, result, session, client, controller } = await ask(
    grants(granted, (signal) => {
      aborted.resolve(signal)
      return new Promise((_, no) => signal.addEventListener('abort', () => no(new Error('given up'))))
    }),
  )
  await answer(result)
  const signal = await aborted.promise
  controller.abort()
  expect(signal.aborted).toBe(true)
  await expect(session).rejects.toMatchObject({ code: 'aborted' })
  expect(client.session()).toBeUndefined()
})

test('stops on a rejection, ignores a stray or unsealed response, and fails on an invalid one', async () => {
  const { answer, session, server, requests, client } = await ask(grants(granted))
  const topic = topicOf(requests[0]!.params.requester.publicKey)
  for (const type of [0, 2, 9])
    server.publish({ topic, message: btoa(`${String.fromCharCode(type)}${'x'.repeat(60)}`) })
  await answer({ id: 1, result: {} })
  expect(client.session()).toBeUndefined()
  await answer({ result: { cacaos: [] } })
  await expect(session).rejects.toMatchObject({ code: 'wallet_answer_invalid' })
  const other = await ask(grants(granted))
  await other.answer({ error: { code: 5000, message: 'User rejected.' } })
  await expect(other.session).rejects.toMatchObject({ code: 'user_rejected' })
})

test('falls back to the proposal for a wallet that does not support it', async () => {
  const { answer, session, uri, server, client } = await ask(grants(granted))
  await answer({ error: { code: 10_001, message: 'Unsupported wc_ method.' } })
  const wallet = fakeWallet(server)
  await wallet.pair(uri)
  expect((await session).peer.metadata.name).toBe('Fake')
  expect(client.session()?.namespaces.solana).toBeDefined()
})
