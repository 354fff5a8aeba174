import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { verifyMessage, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastingPort } from '../../test/lastingPort.ts'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { createLog } from '../log/createLog.ts'
import { readRelayConfig } from './relayConfig.ts'
import { type RunningRelay, startRelay } from './startRelay.ts'

// The Apache-licensed SDK on both sides, in this process, with only our relay between them.
const chains = {
  eip155: 'eip155:31337',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
}
const account = Wallet.createRandom()
const addresses = {
  eip155: account.address,
  solana: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  bip122: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
}
const methods = ['personal_sign', 'eth_sendTransaction']
const entries = Object.entries(chains) as [keyof typeof chains, string][]
const namespaces = Object.fromEntries(
  entries.map(([family, chain]) => [
    family,
    // Nothing may leave this machine: requests that the session does not serve have nowhere else to go.
    { chains: [chain], methods, events: ['chainChanged'], rpcMap: { [chain.split(':')[1]!]: 'http://127.0.0.1:9' } },
  ]),
)
const given = Object.fromEntries(
  entries.map(([family, chain]) => [
    family,
    { chains: [chain], methods, events: ['chainChanged'], accounts: [`${chain}:${addresses[family]}`] },
  ]),
)
const about = (name: string) => ({ name, description: '', url: 'http://localhost', icons: [] })

let cluster: TestCluster
let databaseUrl: string
let relay: RunningRelay
let dapp: Awaited<ReturnType<typeof UniversalProvider.init>>
let wallet: Awaited<ReturnType<typeof WalletKit.init>>
let topic: string

const start = (port: string) =>
  startRelay(readRelayConfig({ PORT: port, DATABASE_URL: databaseUrl }), createLog('silent'))

beforeAll(async () => {
  process.env.IS_VITEST = 'true' // the SDK's own switch for its calls to its vendor
  cluster = await startTestCluster()
  databaseUrl = (await cluster.create()).url
  relay = await start(String(await lastingPort()))
  const options = { projectId: 'test', relayUrl: relay.url, telemetryEnabled: false, logger: 'silent' }
  dapp = await UniversalProvider.init({
    ...options,
    customStoragePrefix: 'interop-dapp',
    disableProviderPing: true,
    metadata: about('dapp'),
  })
  wallet = await WalletKit.init({
    // The SDK's own types disagree with each other under exactOptionalPropertyTypes.
    core: new Core({ ...options, customStoragePrefix: 'interop-wallet' }) as never,
    metadata: about('wallet'),
    signConfig: { disableRequestQueue: true },
  })
  // One second after its start the SDK resumes unfinished work; an action at that moment would run twice.
  await new Promise((done) => setTimeout(done, 1_100))
})
afterAll(async () => {
  await Promise.allSettled([dapp?.client.core.relayer.transportClose(), wallet?.core.relayer.transportClose()])
  await relay?.close()
  await cluster?.stop()
})

/** The next event of a name. */
const next = <T>(source: { once(name: string, fn: (value: T) => void): unknown }, name: string) =>
  new Promise<T>((done) => source.once(name, done))

describe("the vendor's SDK over our relay", () => {
  it('pairs and settles a session of four chain families', async () => {
    const shown = next<string>(dapp as never, 'display_uri')
    const settled = dapp.connect({ optionalNamespaces: namespaces })
    const proposed = next<{ id: number }>(wallet as never, 'session_proposal')
    await wallet.pair({ uri: await shown })
    const { id } = await proposed
    await wallet.approveSession({ id, namespaces: given })
    const session = await settled
    topic = session!.topic
    expect(Object.keys(session!.namespaces).sort()).toEqual(Object.keys(chains).sort())
  })

  it('carries a valid signature, and a rejection with its code', async () => {
    const sign = dapp.request<string>(
      { method: 'personal_sign', params: ['0x68656c6c6f', account.address] },
      chains.eip155,
    )
    const asking = await next<{ id: number; topic: string }>(wallet as never, 'session_request')
    const result = await account.signMessage('hello')
    await wallet.respondSessionRequest({ topic: asking.topic, response: { id: asking.id, jsonrpc: '2.0', result } })
    expect(verifyMessage('hello', await sign)).toBe(account.address)

    const send = dapp.request({ method: 'eth_sendTransaction', params: [{}] }, chains.eip155)
    send.catch(() => {}) // awaited below
    const second = await next<{ id: number }>(wallet as never, 'session_request')
    const error = { code: 5000, message: 'User rejected.' }
    await wallet.respondSessionRequest({ topic, response: { id: second.id, jsonrpc: '2.0', error } })
    await expect(send).rejects.toMatchObject({ code: 5000 })
  })

  it('carries events, updates, extensions and pings', async () => {
    const emitted = next<{ params: { event: { name: string } } }>(dapp.client as never, 'session_event')
    await wallet.emitSessionEvent({ topic, event: { name: 'chainChanged', data: 31337 }, chainId: chains.eip155 })
    expect((await emitted).params.event.name).toBe('chainChanged')
    const updated = next(dapp.client as never, 'session_update')
    const more = structuredClone(given)
    more.eip155!.accounts.push(`${chains.eip155}:0x000000000000000000000000000000000000dEaD`)
    await wallet.updateSession({ topic, namespaces: more })
    await updated
    expect(dapp.client.session.get(topic).namespaces.eip155?.accounts).toHaveLength(2)
    await (await dapp.client.extend({ topic })).acknowledged()
    await dapp.client.ping({ topic })
  })

  it('survives a relay restart', async () => {
    const { port } = new URL(relay.url)
    await relay.close()
    relay = await start(port)
    const request = next<{ id: number }>(wallet as never, 'session_request')
    const sign = dapp.request<string>({ method: 'personal_sign', params: ['0x6869', account.address] }, chains.eip155)
    const { id } = await request
    await wallet.respondSessionRequest({
      topic,
      response: { id, jsonrpc: '2.0', result: await account.signMessage('hi') },
    })
    expect(verifyMessage('hi', await sign)).toBe(account.address)
  })

  it('ends the session on both sides', async () => {
    const gone = next<{ topic: string }>(wallet as never, 'session_delete')
    await dapp.disconnect()
    expect((await gone).topic).toBe(topic)
  })
})
