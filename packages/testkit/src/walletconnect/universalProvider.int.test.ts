import { createEvmNode, type EvmNode } from '@billfold/devnet/eip155/evmNode'
import { serveChain } from '@billfold/devnet/eip155/serveChain'
import { openHttpServer } from '@billfold/devnet/openHttpServer'
import { decodeBase58 } from '@billfold/protocol/base58'
import { isBitcoinMessageSigned } from '@billfold/protocol/bitcoin/isBitcoinMessageSigned'
import { privateKeyToAccount } from 'viem/accounts'
import { stringToHex, verifyMessage } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRelayServer } from '../../test/startRelayServer.ts'
import { askedOf, four, siteStorage, startUniversalProvider } from '../../test/startUniversalProvider.ts'
import { requestRpc } from '../requestRpc.ts'
import { createWalletConnectWallet, type WalletConnectWallet } from './createWalletConnectWallet.ts'

// The SDK of most sites against our wallet, with nothing between them but our relay.
let relay: Awaited<ReturnType<typeof startRelayServer>>
let site: Awaited<ReturnType<typeof startUniversalProvider>>
let wallet: WalletConnectWallet
let node: EvmNode
let closeChain: () => Promise<void>
let rpcUrl: string

beforeAll(async () => {
  relay = await startRelayServer()
  node = await createEvmNode({ chainId: 31337, blockTime: 0, genesisTime: 1_767_225_600 })
  await node.setupDone()
  const http = await openHttpServer({ host: '127.0.0.1', port: 0, setting: 'DEVNET_EVM_PORT' })
  const served = serveChain(http, node, {})
  rpcUrl = `http://127.0.0.1:${http.port}`
  closeChain = async () => {
    served.close()
    await http.close()
    await node.close()
  }
  site = await startUniversalProvider(relay.url)
  wallet = createWalletConnectWallet({ relayUrl: relay.url, chains: [{ id: 31337, rpcUrl, name: 'Local' }] })
})
afterAll(async () => {
  wallet?.close()
  await site?.close()
  await relay?.close()
  await closeChain?.()
})
beforeEach(() => wallet.policy('approve'))

async function connect(families?: Parameters<typeof askedOf>[0]) {
  const shown = site.uri()
  const settled = site.dapp.connect({ optionalNamespaces: askedOf(families) })
  settled.catch(() => undefined) // checked later
  await wallet.pair(await shown)
  return settled
}
const topicNow = () => wallet.sessions().at(-1)!.topic
const ask = <T>(family: keyof typeof four, method: string, params: unknown) =>
  site.dapp.request<T>({ method, params: params as never }, four[family])
const hello = '0x68656c6c6f'

test('settles four families and signs validly in each', async () => {
  const session = await connect()
  expect(Object.keys(session!.namespaces).sort()).toEqual(Object.keys(four).sort())
  const evm = (await wallet.address(four.eip155)) as `0x${string}`
  const signature = await ask<`0x${string}`>('eip155', 'personal_sign', [hello, evm])
  expect(await verifyMessage({ address: evm, message: 'hello', signature })).toBe(true)

  const pubkey = await wallet.address(four.solana)
  const signed = await ask<{ signature: string }>('solana', 'solana_signMessage', { message: 'Cn8eVZg', pubkey })
  const isEd25519 = async (key: Uint8Array<ArrayBuffer>, made: Uint8Array<ArrayBuffer>, text: string) => {
    const known = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', known, made, new TextEncoder().encode(text))
  }
  expect(await isEd25519(decodeBase58(pubkey), decodeBase58(signed.signature), 'hello')).toBe(true)

  const bitcoin = await wallet.address(four.bip122)
  const result = await ask<{ address: string; signature: string }>('bip122', 'signMessage', {
    message: 'hello',
    account: bitcoin,
  })
  expect(result.address).toBe(bitcoin)
  expect(isBitcoinMessageSigned(bitcoin, 'hello', result.signature)).toBe(true)
  const dot = await wallet.address(four.polkadot)
  const raw = await ask<{ signature: string }>('polkadot', 'polkadot_signMessage', { message: 'hello', address: dot })
  const bytes = Uint8Array.from(Buffer.from(raw.signature.slice(2), 'hex'))
  expect(await isEd25519(decodeBase58(dot).slice(1, 33), bytes, '<Bytes>hello</Bytes>')).toBe(true)
})

test('sends to the chain, and rejects requests for other accounts', async () => {
  const from = await wallet.address(four.eip155)
  const to = '0x000000000000000000000000000000000000dEaD'
  const hash = await ask<string>('eip155', 'eth_sendTransaction', [{ from, to, value: '0x2a' }])
  expect(await requestRpc(rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
  expect(await requestRpc(rpcUrl, 'eth_getBalance', [to, 'latest'])).toBe('0x2a')
  await expect(ask('eip155', 'eth_sendTransaction', [{ from: to, to, value: '0x1' }])).rejects.toMatchObject({
    code: 4100,
  })
})

test('passes on the rejection code of a request and of a session', async () => {
  wallet.policy('reject')
  const evm = await wallet.address(four.eip155)
  await expect(ask('eip155', 'personal_sign', [hello, evm])).rejects.toMatchObject({ code: 5000 })
  const before = wallet.sessions().length
  await expect(connect()).rejects.toMatchObject({ code: 5000 })
  expect(wallet.sessions()).toHaveLength(before)
})

test('delivers events, updates, extensions and pings to the site, and its pings and extensions to the wallet', async () => {
  const topic = topicNow()
  const chainEvent = site.next<{ params: { event: { name: string } } }>('session_event')
  await wallet.emit(topic, { name: 'chainChanged', data: 31337 }, four.eip155)
  expect((await chainEvent).params.event.name).toBe('chainChanged')
  const updated = site.next('session_update')
  const { namespaces } = wallet.sessions().at(-1)!
  const accounts = [...namespaces.eip155!.accounts, `${four.eip155}:0x000000000000000000000000000000000000dEaD`]
  await wallet.update(topic, { ...namespaces, eip155: { ...namespaces.eip155!, accounts } })
  await updated
  expect(site.dapp.client.session.get(topic).namespaces.eip155?.accounts).toHaveLength(2)
  const extended = site.next('session_extend')
  await wallet.extend(topic)
  await extended
  await wallet.ping(topic)
  await site.dapp.client.ping({ topic })
  const { expiry } = wallet.sessions().at(-1)!
  const changed = wallet.next('changed')
  await (await site.dapp.client.extend({ topic })).acknowledged()
  expect((await changed).session).toMatchObject({ topic })
  expect((await changed).session.expiry).toBeGreaterThanOrEqual(expiry)
})

test('loses nothing over a dropped connection or a relay restart', async () => {
  const evm = (await wallet.address(four.eip155)) as `0x${string}`
  wallet.policy('ask')
  for (const drop of [
    async () => wallet.cut(),
    async () => {
      await relay.stop()
      await relay.restart()
    },
  ]) {
    const prompt = wallet.next('asked')
    const signing = ask<`0x${string}`>('eip155', 'personal_sign', [hello, evm])
    const { asking } = await prompt
    await drop()
    await asking.approve()
    expect(await verifyMessage({ address: evm, message: 'hello', signature: await signing })).toBe(true)
  }
})

test('shares a session between a site reloaded mid-request, its second tab, and a reloaded wallet', async () => {
  const storage = siteStorage()
  const kept = new Map<string, string>()
  const remember = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const openWallet = (policy: 'ask' | 'approve') =>
    createWalletConnectWallet({ relayUrl: relay.url, chains: [{ id: 31337, rpcUrl, name: 'Local' }], policy, remember })
  const sites: Awaited<ReturnType<typeof startUniversalProvider>>[] = []
  const openSite = async () => {
    const opened = await startUniversalProvider(relay.url, storage)
    sites.push(opened)
    return opened
  }
  let own = openWallet('approve')
  const evm = (await own.address(four.eip155)) as `0x${string}`
  const sign = ({ dapp }: Awaited<ReturnType<typeof openSite>>, text: string) =>
    dapp.request<`0x${string}`>({ method: 'personal_sign', params: [stringToHex(text), evm] }, four.eip155)
  const isSigned = async (by: Awaited<ReturnType<typeof openSite>>, message: string) =>
    verifyMessage({ address: evm, message, signature: await sign(by, message) })
  try {
    const first = await openSite()
    const shown = first.uri()
    const settled = first.dapp.connect({ optionalNamespaces: askedOf(['eip155']) })
    await own.pair(await shown)
    const { topic } = (await settled)!
    own.policy('ask')
    const prompt = own.next('asked')
    sign(first, 'lost').catch(() => undefined) // its page is gone before the answer comes
    const { asking } = await prompt
    await first.close()
    const again = await openSite()
    expect(again.dapp.session?.topic).toBe(topic)
    await asking.approve()
    own.policy('approve')
    expect(await isSigned(again, 'again')).toBe(true)
    const tab = await openSite()
    expect(await isSigned(tab, 'in the tab')).toBe(true)
    expect(await isSigned(again, 'beside the tab')).toBe(true)
    own.close()
    own = openWallet('approve')
    expect(own.sessions().map((session) => session.topic)).toEqual([topic])
    expect(await isSigned(again, 'to the wallet opened again')).toBe(true)
  } finally {
    own.close()
    for (const each of sites) await each.close()
  }
})

test('opens a session for a valid sign-in, and reports an invalid or declined one', async () => {
  wallet.policy('ask')
  const signIn = async () => {
    const prompt = wallet.next('asked')
    const params = { chains: [four.eip155], domain: 'localhost', nonce: 'abcdefgh1', uri: 'http://localhost/login' }
    const { uri, response } = await site.dapp.client.authenticate({ ...params, methods: ['personal_sign'] } as never)
    const answered = response()
    answered.catch(() => undefined) // looked at below
    await wallet.pair(uri!)
    const { asking } = await prompt
    if (asking.kind !== 'signIn') throw new Error(`A sign-in was due, not a ${asking.kind}`)
    return { asking, answered }
  }
  const right = await signIn()
  expect(right.asking.messages[0]).toContain('localhost wants you to sign in with your Ethereum account:')
  const session = await right.asking.approve()
  expect((await right.answered).session?.topic).toBe(session.topic)
  const wrong = await signIn()
  const thief = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  await wrong.asking.approve({ signature: await thief.signMessage({ message: wrong.asking.messages[0]! }) })
  await expect(wrong.answered).rejects.toMatchObject({
    message: expect.stringContaining('ignature verification failed'),
  })
  const refused = await signIn()
  await refused.asking.reject()
  await expect(refused.answered).rejects.toBe('User rejected.')
})

test('lets either side disconnect, and notifies the other', async () => {
  const session = await connect(['eip155'])
  const ended = wallet.next('ended')
  await site.dapp.disconnect()
  expect(await ended).toMatchObject({ topic: session!.topic, by: 'site' })
  await connect(['eip155'])
  const gone = site.next<{ topic: string }>('session_delete')
  const topic = topicNow()
  await wallet.disconnect(topic)
  expect((await gone).topic).toBe(topic)
  expect(wallet.sessions().some((s) => s.topic === topic)).toBe(false)
})

test('runs the documentation’s example', async () => {
  const { dapp } = site
  const relayUrl = relay.url
  // docs:walletconnect
  const wallet = createWalletConnectWallet({ relayUrl, chains: [{ id: 31337, rpcUrl, name: 'Local' }] })
  dapp.on('display_uri', (uri: string) => wallet.pair(uri))
  const methods = ['personal_sign', 'eth_sendTransaction']
  await dapp.connect({ optionalNamespaces: { eip155: { chains: ['eip155:31337'], methods, events: [] } } })

  wallet.policy('ask')
  const address = (await wallet.address('eip155:31337')) as `0x${string}`
  const signing = dapp.request<`0x${string}`>({ method: 'personal_sign', params: ['0x6869', address] }, 'eip155:31337')
  const { asking } = await wallet.next('asked')
  await asking.approve()
  expect(await verifyMessage({ address, message: 'hi', signature: await signing })).toBe(true)

  await wallet.disconnect(wallet.sessions()[0]!.topic)
  wallet.close()
  // docs:end
})
