import type { CaipNetworkId } from '@billfold/protocol/caip'
import { lifetimes } from '@billfold/protocol/wc/session'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeWallet } from '../../../test/walletConnect/fakeWallet.ts'
import { settle } from '../../../test/walletConnect/memoryRelay.ts'
import { endHubs, startHub } from '../../../test/walletConnect/startHub.ts'
import { supportedByFake } from '../../../test/walletConnect/supportedByFake.ts'
import { lingerMs } from '../../wc/propose.ts'
import { deepLinkKey } from '../../wc/storageKeys.ts'
import { renewMs } from './createPairings.ts'

const solana: CaipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const own = { address, type: 'eoa' } as const
afterEach(endHubs)

/** As long as a link leads anywhere, and is listened to after that. */
const linkMs = lifetimes.proposal * 1000

async function connected(over: Parameters<typeof startHub>[0] = {}) {
  const set = startHub(over)
  const wallet = fakeWallet(set.server)
  const connecting = set.hub.connect('eip155', set.request())
  await settle()
  await wallet.pair(set.uris()[0]!)
  return { ...set, wallet, session: await connecting }
}

test('connecting shows a link, settles for all families at once, and says which', async () => {
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
    const isOver = wallet.heard.some(({ method }) => method === 'wc_sessionDelete')
    return { ...set, settled, isOver }
  }

  test('is said to be elsewhere, and can be taken up there', async () => {
    const { settled, isOver, hub, request } = await granted(true)
    expect(settled).toMatchObject({ namespace: 'eip155', namespaces: ['solana'], isElsewhere: true })
    expect(isOver).toBe(false)
    expect((await hub.connect('solana', request({ silent: true, networkId: solana }))).networkId).toBe(solana)
  })

  test('keeps no session where the visitor asked for a family by name', async () => {
    const { settled, isOver, hub, request } = await granted(false)
    expect([settled, isOver]).toEqual([undefined, true])
    await expect(hub.connect('solana', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  })
})

test('the link is renewed before its four minutes end; the old one still leads here until its own end', async () => {
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

test('a link that ran out does not end the attempt; a person’s no does, and so does leaving', async () => {
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
  await pass(linkMs + lingerMs + 10_000)
  expect(clock.waiting()).toBe(0)
})

describe('a link whose view is left', () => {
  /** Shows a link and leaves it. */
  async function left() {
    const set = startHub()
    const wallet = fakeWallet(set.server)
    const own = new AbortController()
    const connecting = set.hub.connect('eip155', set.request({ signal: own.signal })).catch((e: unknown) => e)
    await settle()
    own.abort()
    expect(await connecting).toMatchObject({ code: 'aborted' })
    return { ...set, wallet, isOver: () => wallet.heard.some(({ method }) => method === 'wc_sessionDelete') }
  }

  test('is the same when the visitor comes back, and leads here', async () => {
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
  ])('is replaced by itself when the visitor comes back and it is %s', async (_, ms) => {
    const { hub, request, uris, wallet, pass } = await left()
    await pass(ms, 1_000)
    expect(uris()).toHaveLength(1)
    const connecting = hub.connect('eip155', request())
    await settle()
    expect(new Set(uris()).size).toBe(2)
    await wallet.pair(uris()[1]!)
    expect((await connecting).accounts).toEqual([own])
  })

  test('is replaced when the site asks for other networks by then', async () => {
    const { hub, request, uris, site } = await left()
    site.networkIds = ['eip155:1']
    hub.connect('eip155', request()).catch(() => undefined)
    await settle()
    expect(new Set(uris()).size).toBe(2)
  })

  test('connects a wallet that approves after that, with the app the visitor left for', async () => {
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

  test('tells a wallet no that approves when the visitor has connected in another way', async () => {
    const { hub, request, uris, wallet, site, isOver } = await left()
    site.isFree = false
    await wallet.pair(uris()[0]!)
    expect(isOver()).toBe(true)
    await expect(hub.connect('eip155', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('tells a wallet no that approves after it expired', async () => {
    const { hub, request, uris, wallet, pass, isOver } = await left()
    await pass(linkMs + 60_000)
    await wallet.pair(uris()[0]!)
    expect(isOver()).toBe(true)
    await expect(hub.connect('eip155', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  })

  test('leaves no timer behind when the kit is disposed of', async () => {
    const { hub, clock } = await left()
    hub.dispose()
    expect(clock.waiting()).toBe(0)
  })
})

test('a second wallet that approves by the same link, or by one before it, is told no', async () => {
  const { hub, request, uris, server, pass } = startHub()
  const wallets = [fakeWallet(server), fakeWallet(server), fakeWallet(server)] as const
  const connecting = hub.connect('eip155', request())
  await pass(renewMs)
  const [before, present] = uris() as [string, string]
  await wallets[0].pair(present)
  expect((await connecting).accounts).toEqual([own])
  await wallets[1].pair(present)
  await wallets[2].pair(before)
  const isOver = wallets.map(({ heard }) => heard.some(({ method }) => method === 'wc_sessionDelete'))
  expect(isOver).toEqual([false, true, true])
  wallets[0].answers(() => '0xfirst')
  expect(await hub.request('eip155:1', 'personal_sign', [])).toBe('0xfirst')
})

test('another link is shown when the visitor asks for one; the one before stays good', async () => {
  const { hub, request, uris, server } = startHub()
  const connecting = hub.connect('eip155', request())
  await settle()
  hub.renewLink()
  await settle()
  expect(new Set(uris()).size).toBe(2)
  await fakeWallet(server).pair(uris()[0]!)
  expect((await connecting).accounts).toEqual([own])
})

test('without a session nothing is taken up, and nothing can be asked', async () => {
  const { hub, request, server } = startHub()
  await expect(hub.connect('eip155', request({ silent: true }))).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(hub.request('eip155:1', 'eth_call', [])).rejects.toThrow('Please call connect() before request()')
  expect(server.opened()).toBe(0)
})

test('approved goes to the wallet, the rest to the chain, what only a wallet may see to no one else', async () => {
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

test('capabilities are asked for once an address, and need one', async () => {
  const { hub, wallet } = await connected()
  wallet.answers(() => ({ '0x1': { atomic: true } }))
  const ask = (params: unknown) => hub.request('eip155:1', 'wallet_getCapabilities', params)
  await expect(ask([])).rejects.toThrow('Missing address parameter in wallet_getCapabilities request')
  expect(await ask([address])).toEqual({ '0x1': { atomic: true } })
  const before = wallet.heard.length
  expect(await ask([address.toLowerCase()])).toEqual({ '0x1': { atomic: true } })
  expect(wallet.heard).toHaveLength(before)
  await expect(hub.request('eip155:1', 'wallet_getCallsStatus', ['0x1'])).rejects.toThrow(
    'Fetching call status not approved by the wallet.',
  )
})

test('a granted chain is just gone to; another is refused in the product’s words', async () => {
  const { hub, told } = await connected()
  const signal = new AbortController().signal
  expect(await hub.request('eip155:1', 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBe(null)
  expect(told).toEqual([['eip155', { type: 'networkChanged', networkId: 'eip155:10' }]])
  await expect(hub.switchNetwork('eip155:137', undefined, signal)).rejects.toThrow(
    'Failed to switch to chain eip155:137. The chain is not approved or the wallet does not support wallet_switchEthereumChain',
  )
  await expect(hub.request('eip155:1', 'wallet_switchEthereumChain', [{ chainId: 'x' }])).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('what the wallet moves is told to its family alone, and only within what it granted', async () => {
  const { wallet, told, hub, request } = await connected()
  await hub.connect('solana', request({ silent: true, networkId: solana }))
  const event = (name: string, data: unknown, chainId = 'eip155:1') =>
    wallet.send('wc_sessionEvent', { event: { name, data }, chainId })
  event('chainChanged', 137)
  event('chainChanged', { evil: true }, 'eip155:1')
  event('accountsChanged', ['0x000000000000000000000000000000000000dEaD'])
  event('accountsChanged', 'not a list')
  expect(told).toEqual([])
  event('chainChanged', '0xa')
  expect(told).toEqual([['eip155', { type: 'networkChanged', networkId: 'eip155:10' }]])
  wallet.send('wc_sessionUpdate', {
    namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] } },
  })
  expect(told.slice(1)).toEqual([
    ['eip155', { type: 'networkChanged', networkId: 'eip155:1' }],
    ['eip155', { type: 'networksGranted', networkIds: ['eip155:1'] }],
    ['solana', { type: 'disconnected' }],
  ])
  wallet.send('wc_sessionDelete', { code: 6000, message: 'bye' })
  expect(told.at(-1)).toEqual(['eip155', { type: 'disconnected' }])
})

test('a visitor who came through an app is led back to it for each request, and it is forgotten with the session', async () => {
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

test('a reload takes the session up silently', async () => {
  const { storage, server, clock, hub } = await connected()
  hub.dispose()
  const again = startHub({ storage, server, clock })
  const session = await again.hub.connect('eip155', again.request({ silent: true, networkId: 'eip155:10' }))
  expect(session).toMatchObject({ networkId: 'eip155:10', accounts: [own] })
})
