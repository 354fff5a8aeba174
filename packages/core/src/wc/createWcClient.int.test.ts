import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startRelayServer } from '@billfold/testkit/test/startRelayServer'
import { stringToHex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { account, startWalletKit } from '../../test/walletConnect/startWalletKit.ts'
import { visitWithWc } from '../../test/walletConnect/visitWithWc.ts'
import type { RelayEntry } from '../model/relayEntry.ts'
import { sessionKey } from './storageKeys.ts'

let relay: Awaited<ReturnType<typeof startRelayServer>>
let wallet: Awaited<ReturnType<typeof startWalletKit>>
const visits: { leave(): void }[] = []

beforeAll(async () => {
  relay = await startRelayServer()
  wallet = await startWalletKit(relay.url)
})
afterAll(async () => {
  await wallet.close()
  await relay.close()
})
afterEach(() => {
  for (const { leave } of visits.splice(0)) leave()
})

const visit = (over: Partial<Parameters<typeof visitWithWc>[0]> = {}) => {
  const visited = visitWithWc({ relays: [{ url: relay.url }], ...over })
  visits.push(visited)
  return visited
}
const sign = (client: ReturnType<typeof visit>['client'], message = 'hello') =>
  client.request({ chainId: 'eip155:1', method: 'personal_sign', params: [stringToHex(message), account.address] })
const isSigned = (message: string, signature: unknown) =>
  verifyMessage({ address: account.address, message, signature: signature as never })

test('pairs, settles and signs', async () => {
  const { connect, client } = visit()
  const session = await connect(wallet.pair)
  expect(Object.keys(session.namespaces)).toEqual(['eip155', 'solana'])
  expect(session.peer.metadata.name).toBe('Test wallet')
  expect(await isSigned('hello', await sign(client))).toBe(true)
})

test('reports the visitor’s rejections of sessions and requests to the site', async () => {
  const { connect, client, storage } = visit()
  wallet.behaviour.propose = 'reject'
  await expect(connect(wallet.pair)).rejects.toMatchObject({ code: 'user_rejected' })
  expect(storage.values.has(sessionKey)).toBe(false)
  wallet.behaviour.propose = 'approve'
  await connect(wallet.pair)
  const { answer } = wallet.behaviour
  wallet.behaviour.answer = () => {
    throw Object.assign(new Error('User rejected.'), { code: 5000 })
  }
  await expect(sign(client)).rejects.toMatchObject({ code: 'user_rejected' })
  wallet.behaviour.answer = answer
})

test('exchanges events, updates, extensions and pings', async () => {
  const { connect, client, next } = visit()
  const { topic, expiry } = await connect(wallet.pair)
  const event = next('event')
  await wallet.kit.emitSessionEvent({ topic, event: { name: 'chainChanged', data: 10 }, chainId: 'eip155:10' })
  expect(await event).toMatchObject({ name: 'chainChanged', data: 10, chainId: 'eip155:10' })
  const updated = next('updated')
  const { chains, methods, events } = client.session()!.namespaces.eip155!
  const eip155 = { methods, events, ...(chains ? { chains } : {}), accounts: [`eip155:1:${account.address}`] }
  await wallet.kit.updateSession({ topic, namespaces: { eip155: { ...eip155, chains: ['eip155:1'] } } })
  expect((await updated).session.namespaces.eip155?.accounts).toEqual([`eip155:1:${account.address}`])
  const extended = next('updated')
  await wallet.kit.extendSession({ topic })
  expect((await extended).session.expiry).toBeGreaterThanOrEqual(expiry)
  await client.ping()
  await client.emit({ name: 'chainChanged', data: 1 }, 'eip155:1')
})

test('disconnects from either side, and the other is notified', async () => {
  const one = visit()
  const first = await one.connect(wallet.pair)
  const gone = wallet.deleted()
  await one.client.disconnect()
  expect((await gone).topic).toBe(first.topic)
  const second = await one.connect(wallet.pair)
  const ended = one.next('ended')
  await wallet.kit.disconnectSession({ topic: second.topic, reason: { code: 6000, message: 'User disconnected.' } })
  expect(await ended).toEqual({ type: 'ended', by: 'wallet' })
  expect(one.storage.values.has(sessionKey)).toBe(false)
})

test('delivers the response once if the connection drops while the wallet is busy', async () => {
  const { connect, client, page, status } = visit()
  await connect(wallet.pair)
  const { answer } = wallet.behaviour
  const requested = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  wallet.behaviour.answer = async (request) => {
    requested.resolve()
    await goOn.promise
    return answer(request)
  }
  const signing = sign(client, 'mid-air')
  await requested.promise
  const lost = status('reconnecting')
  page.cut()
  await lost
  goOn.resolve()
  expect(await isSigned('mid-air', await signing)).toBe(true)
  wallet.behaviour.answer = answer
})

test('restores the session and signs after a reload, while another tab does the same', async () => {
  const first = visit()
  const { topic } = await first.connect(wallet.pair)
  first.leave()
  const again = visit({ storage: first.storage })
  const tab = visit({ storage: first.storage })
  expect(again.client.session()?.topic).toBe(topic)
  const [one, two] = await Promise.all([sign(again.client, 'one'), sign(tab.client, 'two')])
  expect(await isSigned('one', one)).toBe(true)
  expect(await isSigned('two', two)).toBe(true)
  const ended = tab.next('ended')
  await again.client.disconnect()
  expect(await ended).toEqual({ type: 'ended', by: 'otherTab' })
})

test('reads the wallet’s messages from the mailbox after the page was closed', async () => {
  const first = visit()
  const { topic } = await first.connect(wallet.pair)
  first.leave()
  await wallet.kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  const again = visit({ storage: first.storage })
  expect(await again.next('ended')).toEqual({ type: 'ended', by: 'wallet' })
})

test('keeps the session across a relay restart', async () => {
  const { connect, client, status } = visit()
  await connect(wallet.pair)
  const lost = status('reconnecting')
  await relay.stop()
  await lost
  await relay.restart()
  expect(await isSigned('again', await sign(client, 'again'))).toBe(true)
})

test('names a relay that rejects everyone, without a reconnect storm', async () => {
  const refusing = createServer((_, response) => void response.writeHead(401).end())
  refusing.on('upgrade', (_, socket) => {
    socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
  })
  await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done))
  const { port } = refusing.address() as AddressInfo
  const { connect, status, client, page } = visit({ relays: [{ url: `ws://127.0.0.1:${port}` }] })
  const own = new AbortController()
  const failed = connect(() => undefined, own.signal).catch((e: unknown) => e)
  await status('unreachable')
  expect(page.made()).toBe(3)
  own.abort()
  expect(await failed).toMatchObject({ code: 'aborted' })
  expect(client.session()).toBeUndefined()
  refusing.close()
})

test('a relay that is down, and one that never responds, delay a pairing over a third by less than a second', async () => {
  const silent = createServer().on('upgrade', () => undefined)
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const pairedAfter = async (relays: readonly RelayEntry[]) => {
    const visited = visit({ relays })
    const startedAt = performance.now()
    const session = await visited.connect(wallet.pair)
    return { ...visited, session, ms: performance.now() - startedAt }
  }
  const honest = { url: relay.url, projectId: 'public' }
  const alone = await pairedAfter([honest])
  const relays = [{ url: 'ws://127.0.0.1:9' }, { url: `ws://127.0.0.1:${port}` }, honest]
  const { client, session, storage, leave, ms } = await pairedAfter(relays)
  expect(ms).toBeLessThan(alone.ms + 1_000)
  expect(session.relay.data).toBe(relay.url)
  expect(await isSigned('hello', await sign(client))).toBe(true)

  leave()
  const again = visit({ relays, storage })
  expect(await isSigned('hello', await sign(again.client))).toBe(true)
  expect(again.page.made()).toBe(1)
})
