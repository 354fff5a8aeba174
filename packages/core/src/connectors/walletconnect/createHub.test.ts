import type { CaipNetworkId } from '@billfold/protocol/caip'
import { lifetimes } from '@billfold/protocol/wc/session'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeWallet } from '../../../test/walletConnect/fakeWallet.ts'
import { settle } from '../../../test/walletConnect/memoryRelay.ts'
import { endHubs, startHub } from '../../../test/walletConnect/startHub.ts'
import { supportedByFake } from '../../../test/walletConnect/supportedByFake.ts'
import { proposalGraceMs } from '../../wc/propose.ts'
import { deepLinkKey } from '../../wc/storageKeys.ts'
import { renewMs } from './createPairings.ts'

const solana: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const own = { address, type: 'eoa' } as const
afterEach(endHubs)

/** A link's lifetime, and how long it stays subscribed afterwards. */
const linkMs = lifetimes.proposal * 1000

async function connected(over: Parameters<typeof startHub>[0] = {}) {
  const set = startHub(over)
  const wallet = fakeWallet(set.server)
  const connecting = set.hub.connect('eip155', set.request())
  await settle()
  await wallet.pair(set.uris()[0]!)
  return { ...set, wallet, session: await connecting }
}

test('shows a link, settles all families at once, and reports them', async () => {
  const { session, announced, hub, request } = await connected()
  expect(session).toEqual({
    accounts: [own],
    networkId: 'eip155:1',
    approvedNetworkIds: ['eip155:1', 'eip155:10'],
    supportsAllNetworks: false,
  })
  expect(announced.map((e) => e.type)).toEqual([
    'walletConnect/relayChanged',
    'walletConnect/relayChanged',
    'walletConnect/uriOffered',
    'walletConnect/settled',
    'walletConnect/pairingEnded',
  ])
  expect(announced[3]).toMatchObject({ namespaces: ['eip155', 'solana'], peer: { name: 'Fake' } })
  const other = await hub.connect('solana', request({ silent: true, networkId: solana }))
  expect(other.networkId).toBe(solana)
  await expect(hub.connect('bip122', request({ silent: true }))).rejects.toMatchObject({ code: 'chain_disconnected' })
})

describe('a wallet that grants another family only', () => {
  async function granted(mayMove: boolean) {
    const set = startHub()
    set.site.mayMove = mayMove
    const wallet = fakeWallet(set.server)
    const connecting = set.hub.connect('eip155', set.request()).catch((e: unknown) => e)
    await settle()
    await wallet.pair(set.uris()[0]!, { only: { solana: supportedByFake.solana! } })
    expect(await connecting).toMatchObject({ code: 'chain_disconnected' })
    const settled = set.announced.find((e) => e.type === 'walletConnect/settled')
    const isOver = wallet.received.some(({ method }) => method === 'wc_sessionDelete')
    return { ...set, settled, isOver }
  }

  test('is reported as elsewhere, and can be restored there', async () => {
    const { settled, isOver, hub, request } = await granted(true)
    expect(settled).toMatchObject({ namespace: 'eip155', namespaces: ['solana'], isElsewhere: true })
    expect(isOver).toBe(false)
    expect((await hub.connect('solana', request({ silent: true, networkId: solana }))).networkId).toBe(solana)
  })

  test('stores no session if the visitor asked for a specific family', async () => {
    const { settled, isOver, hub, request } = await granted(false)
    expect([settled, isOver]).toEqual([undefined, true])
    await expect(hub.connect('solana', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

test('renews the link before its four minutes end, and keeps the old one until it expires', async () => {
  const { hub, request, uris, server, pass } = startHub()
  const wallet = fakeWallet(server)
  const connecting = hub.connect('eip155', request())
  await settle()
  expect(uris()).toHaveLength(1)
  await pass(renewMs)
  expect(uris()).toHaveLength(2)
  expect(uris()[1]).not.toBe(uris()[0])
  await wallet.pair(uris()[0]!)
  expect((await connecting).accounts).toEqual([own])
})

test('continues after an expired link, and ends on a rejection or on leaving', async () => {
  const { hub, request, uris, server, pass, clock } = startHub()
  const wallet = fakeWallet(server)
  const refused = hub.connect('eip155', request()).catch((e: unknown) => e)
  await pass(renewMs * 2 + 10_000)
  expect(uris()).toHaveLength(3)
  await wallet.pair(uris()[2]!, { reject: { code: 5000, message: 'no' } })
  expect(await refused).toMatchObject({ code: 'user_rejected' })
  const own = new AbortController()
  const left = hub.connect('eip155', request({ signal: own.signal })).catch((e: unknown) => e)
  await settle()
  own.abort()
  expect(await left).toMatchObject({ code: 'aborted' })
  await pass(linkMs + proposalGraceMs + 10_000)
  expect(clock.waiting()).toBe(0)
})

describe('a link whose view is closed', () => {
  /** Shows a link and leaves it. */
  async function left() {
    const set = startHub()
    const wallet = fakeWallet(set.server)
    const own = new AbortController()
    const connecting = set.hub.connect('eip155', set.request({ signal: own.signal })).catch((e: unknown) => e)
    await settle()
    own.abort()
    expect(await connecting).toMatchObject({ code: 'aborted' })
    return { ...set, wallet, isOver: () => wallet.received.some(({ method }) => method === 'wc_sessionDelete') }
  }

  test('is the same when the visitor comes back, and still works', async () => {
    const { hub, request, uris, wallet, announced, pass } = await left()
    expect(announced.at(-1)).toEqual({ type: 'walletConnect/pairingEnded' })
    await pass(60_000)
    const connecting = hub.connect('eip155', request())
    await settle()
    expect(uris()).toEqual([uris()[0], uris()[0]])
    await wallet.pair(uris()[0]!)
    expect((await connecting).accounts).toEqual([own])
  })

  test.each([
    ['about to expire', renewMs],
    ['expired', linkMs + 1_000],
  ])('is replaced when the visitor comes back and it is %s', async (_, ms) => {
    const { hub, request, uris, wallet, pass } = await left()
    await pass(ms, 1_000)
    expect(uris()).toHaveLength(1)
    const connecting = hub.connect('eip155', request())
    await settle()
    expect(new Set(uris()).size).toBe(2)
    await wallet.pair(uris()[1]!)
    expect((await connecting).accounts).toEqual([own])
  })

  test('is replaced if the site requests other networks by then', async () => {
    const { hub, request, uris, site } = await left()
    site.networkIds = ['eip155:1']
    hub.connect('eip155', request()).catch(() => undefined)
    await settle()
    expect(new Set(uris()).size).toBe(2)
  })

  test('connects a wallet that approves afterwards, with the app the visitor left for', async () => {
    const { hub, request, uris, wallet, announced, storage, isOver } = await left()
    hub.link({ href: 'metamask://', name: 'MetaMask' })
    await wallet.pair(uris()[0]!)
    expect(announced.at(-1)).toEqual({
      type: 'walletConnect/settled',
      namespaces: ['eip155', 'solana'],
      peer: { name: 'Fake' },
    })
    expect(storage.values.get(deepLinkKey)).toContain('metamask://')
    expect(isOver()).toBe(false)
    expect((await hub.connect('eip155', request({ silent: true }))).accounts).toEqual([own])
  })

  test('rejects a wallet that approves after the visitor connected another way', async () => {
    const { hub, request, uris, wallet, site, isOver } = await left()
    site.isFree = false
    await wallet.pair(uris()[0]!)
    expect(isOver()).toBe(true)
    await expect(hub.connect('eip155', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('rejects a wallet that approves after it expired', async () => {
    const { hub, request, uris, wallet, pass, isOver } = await left()
    await pass(linkMs + 60_000)
    await wallet.pair(uris()[0]!)
    expect(isOver()).toBe(true)
    await expect(hub.connect('eip155', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('leaves no timer behind when the kit is disposed', async () => {
    const { hub, clock } = await left()
    hub.dispose()
    expect(clock.waiting()).toBe(0)
  })
})

test('rejects a second wallet on the same or an earlier link', async () => {
  const { hub, request, uris, server, pass } = startHub()
  const wallets = [fakeWallet(server), fakeWallet(server), fakeWallet(server)] as const
  const connecting = hub.connect('eip155', request())
  await pass(renewMs)
  const [before, present] = uris() as [string, string]
  await wallets[0].pair(present)
  expect((await connecting).accounts).toEqual([own])
  await wallets[1].pair(present)
  await wallets[2].pair(before)
  const isOver = wallets.map(({ received }) => received.some(({ method }) => method === 'wc_sessionDelete'))
  expect(isOver).toEqual([false, true, true])
  wallets[0].answers(() => '0xfirst')
  expect(await hub.request('eip155:1', 'personal_sign', [])).toBe('0xfirst')
})

test('shows a new link on request, and keeps the previous one valid', async () => {
  const { hub, request, uris, server } = startHub()
  const connecting = hub.connect('eip155', request())
  await settle()
  hub.renewLink()
  await settle()
  expect(new Set(uris()).size).toBe(2)
  await fakeWallet(server).pair(uris()[0]!)
  expect((await connecting).accounts).toEqual([own])
})

test('restores nothing and rejects requests without a session', async () => {
  const { hub, request, server } = startHub()
  await expect(hub.connect('eip155', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(hub.request('eip155:1', 'eth_call', [])).rejects.toThrow('Please call connect() before request()')
  expect(server.opened()).toBe(0)
})

test('routes approved requests to the wallet, others to the chain, and wallet-only ones nowhere else', async () => {
  const { hub, wallet, http } = await connected()
  wallet.answers(() => '0xfromWallet')
  expect(await hub.request('eip155:1', 'personal_sign', [])).toBe('0xfromWallet')
  expect(await hub.request('eip155:1', 'eth_blockNumber', [])).toBe('0xfromChain')
  await expect(hub.request('eip155:1', 'eth_sign', [])).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(hub.request(solana, 'getSlot', [])).rejects.toThrow(`JSON-RPC provider for ${solana} not found`)
  expect(http.requests).toHaveLength(1)
  expect(await hub.request('eip155:10', 'eth_chainId', [])).toBe('0xa')
  expect(await hub.request('eip155:1', 'eth_accounts', [])).toEqual([address])
})

test('requests capabilities once per address', async () => {
  const { hub, wallet } = await connected()
  wallet.answers(() => ({ '0x1': { atomic: true } }))
  const ask = (params: unknown) => hub.request('eip155:1', 'wallet_getCapabilities', params)
  await expect(ask([])).rejects.toThrow('Missing address parameter in wallet_getCapabilities request')
  expect(await ask([address])).toEqual({ '0x1': { atomic: true } })
  const before = wallet.received.length
  expect(await ask([address.toLowerCase()])).toEqual({ '0x1': { atomic: true } })
  expect(wallet.received).toHaveLength(before)
  await expect(hub.request('eip155:1', 'wallet_getCallsStatus', ['0x1'])).rejects.toThrow(
    'Fetching call status not approved by the wallet.',
  )
})

test('switches to a granted chain locally, and rejects another with the product’s message', async () => {
  const { hub, connectorEvents } = await connected()
  const signal = new AbortController().signal
  expect(await hub.request('eip155:1', 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBe(null)
  expect(connectorEvents).toEqual([['eip155', { type: 'networkChanged', networkId: 'eip155:10' }]])
  await expect(hub.switchNetwork('eip155:137', undefined, signal)).rejects.toThrow(
    'Failed to switch to chain eip155:137. The chain is not approved or the wallet does not support wallet_switchEthereumChain',
  )
  await expect(hub.request('eip155:1', 'wallet_switchEthereumChain', [{ chainId: 'x' }])).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('applies the wallet’s changes to its family only, within the grant', async () => {
  const { wallet, connectorEvents, hub, request } = await connected()
  await hub.connect('solana', request({ silent: true, networkId: solana }))
  const event = (name: string, data: unknown, chainId = 'eip155:1') =>
    wallet.send('wc_sessionEvent', { event: { name, data }, chainId })
  event('chainChanged', 137)
  event('chainChanged', { evil: true }, 'eip155:1')
  event('accountsChanged', ['0x000000000000000000000000000000000000dEaD'])
  event('accountsChanged', 'not a list')
  expect(connectorEvents).toEqual([])
  event('chainChanged', '0xa')
  expect(connectorEvents).toEqual([['eip155', { type: 'networkChanged', networkId: 'eip155:10' }]])
  wallet.send('wc_sessionUpdate', {
    namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] } },
  })
  expect(connectorEvents.slice(1)).toEqual([
    ['eip155', { type: 'networkChanged', networkId: 'eip155:1' }],
    ['eip155', { type: 'networksGranted', networkIds: ['eip155:1'] }],
    ['solana', { type: 'disconnected' }],
  ])
  wallet.send('wc_sessionDelete', { code: 6000, message: 'bye' })
  expect(connectorEvents.at(-1)).toEqual(['eip155', { type: 'disconnected' }])
})

test('links a visitor back to their app for each request, and forgets it with the session', async () => {
  const set = startHub({ hasFocus: true })
  const wallet = fakeWallet(set.server)
  const connecting = set.hub.connect('eip155', set.request())
  await settle()
  set.hub.link({ href: 'metamask://', name: 'MetaMask' })
  await wallet.pair(set.uris()[0]!)
  await connecting
  expect(set.storage.values.get(deepLinkKey)).toBe('{"href":"metamask://","name":"MetaMask"}')
  wallet.answers(() => '0x')
  await set.hub.request('eip155:1', 'personal_sign', [])
  const sent = set.announced.find((e) => e.type === 'walletConnect/requestSent')
  const href = `metamask://wc?requestId=${wallet.lastId()}&sessionTopic=`
  expect(sent).toMatchObject({ request: { method: 'personal_sign', link: { name: 'MetaMask' } } })
  expect(set.page.opened[0]?.url.startsWith(href)).toBe(true)
  expect(set.page.opened[0]?.target).toBe('_self')
  expect(set.announced.at(-1)).toMatchObject({ type: 'walletConnect/requestEnded' })
  await set.hub.disconnect()
  expect(set.storage.values.has(deepLinkKey)).toBe(false)
})

test('restores the session silently after a reload', async () => {
  const { storage, server, clock, hub } = await connected()
  hub.dispose()
  const again = startHub({ storage, server, clock })
  const session = await again.hub.connect('eip155', again.request({ silent: true, networkId: 'eip155:10' }))
  expect(session).toMatchObject({ networkId: 'eip155:10', accounts: [own] })
})
