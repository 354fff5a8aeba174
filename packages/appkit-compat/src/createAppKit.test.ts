import { afterEach, expect, it, vi } from 'vitest'
import { AppKit, createAppKit } from './createAppKit.ts'
import { bitcoin, mainnet, optimism, solana } from './entries/networks.ts'
import type { AppKit as Instance } from './instance/AppKit.ts'
import type { AppKitOptions } from './shapes/options.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let made: Instance | undefined
afterEach(() => {
  made?.dispose()
  vi.unstubAllGlobals()
})

function create(options: Partial<AppKitOptions> = {}): Instance {
  made = createAppKit({ projectId: 'p', networks: [mainnet, optimism, solana], ...options })
  return made
}

/** As a wallet that a visitor connected. */
function connectWallet({ kit }: Instance): void {
  const wallet = {
    id: 'one',
    name: 'One',
    type: 'ANNOUNCED',
    namespace: 'eip155',
    icon: 'data:image/png;base64,AA',
  } as const
  kit.store.send({ type: 'connector/announced', connector: wallet })
  kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'one',
    how: 'user',
    accounts: [{ address, type: 'eoa' }],
    networkId: 'eip155:1',
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })
}

it('returns the same instance for the same options, as AppKit.getInstance() does', () => {
  const first = create()
  expect(create()).toBe(first)
  expect(AppKit.getInstance()).toBe(first)
  expect(create({ themeMode: 'dark' })).not.toBe(first)
})

it('finds networks by id, and lists those of one family or of all', () => {
  const appKit = create()
  expect(appKit.getCaipNetworks().map(({ name }) => name)).toEqual(['Ethereum', 'OP Mainnet', 'Solana'])
  expect(appKit.getCaipNetworks('solana').map(({ name }) => name)).toEqual(['Solana'])
  expect(appKit.getCaipNetwork('eip155', 10)?.caipNetworkId).toBe('eip155:10')
  expect(appKit.getCaipNetwork('eip155', 5)).toBeUndefined()
  expect(appKit.chainNamespaces).toEqual(['eip155', 'solana'])
})

it('reports wallets and connections as AppKit does', async () => {
  const appKit = create()
  const listener = vi.fn()
  appKit.subscribeConnections(listener)
  const infos = vi.fn()
  appKit.subscribeWalletInfo(infos, 'eip155')
  expect(appKit.getConnections('eip155')).toEqual([])
  connectWallet(appKit)
  expect(appKit.getConnectors('eip155')).toMatchObject([{ id: 'one', type: 'ANNOUNCED', chain: 'eip155' }])
  expect(appKit.getConnectors('solana')).toEqual([])
  expect(appKit.getConnectorImage(appKit.getConnectors()[0])).toContain('data:image/png')
  expect(appKit.getConnections('eip155')).toMatchObject([{ connectorId: 'one', name: 'One', accounts: [{ address }] }])
  expect(listener.mock.lastCall?.[0].connections.get('eip155')).toHaveLength(1)
  expect(listener.mock.lastCall?.[0].connections.get('solana')).toEqual([])
  expect(infos.mock.lastCall?.[0]).toMatchObject({ name: 'One' })
  expect(appKit.getProviderType('eip155')).toBe('ANNOUNCED')
  expect(appKit.getPreferredAccountType('eip155')).toBe('eoa')
  expect(appKit.getApprovedCaipNetworkIds()).toContain('eip155:10')
  expect(appKit.getAddressByChainNamespace('eip155')).toBe(address)
  await appKit.ready()
})

it('waits in ready() for the wallet of an earlier visit', async () => {
  const appKit = create()
  appKit.kit.store.send({ type: 'account/reconnecting', namespace: 'eip155', connectorId: 'one' })
  const ended = vi.fn()
  const ready = appKit.ready().then(ended)
  await Promise.resolve()
  expect(ended).not.toHaveBeenCalled()
  appKit.kit.store.send({ type: 'account/reconnectFailed', namespace: 'eip155' })
  await ready
  expect(ended).toHaveBeenCalledOnce()
})

it('reports why a connection attempt failed', () => {
  const appKit = create()
  expect(appKit.getError()).toBe('')
  appKit.kit.store.send({ type: 'connect/started', connectorId: 'one', namespace: 'eip155' })
  appKit.kit.store.send({
    type: 'connect/failed',
    namespace: 'eip155',
    code: 'internal',
    message: 'The wallet is locked',
  })
  expect(appKit.getError()).toBe('The wallet is locked')
})

it('reports loading as long as the site sets it', () => {
  const appKit = create()
  const listener = vi.fn()
  const stop = appKit.subscribeState(listener)
  appKit.setLoading(true)
  expect(appKit.getState().loading).toBe(true)
  expect(listener).toHaveBeenCalledTimes(1)
  appKit.setLoading(false)
  stop()
  appKit.setLoading(true)
  expect(listener).toHaveBeenCalledTimes(2)
})

it('changes options, features and orders while the page lives', () => {
  const appKit = create({ features: { swaps: true, history: false } })
  const now = () => appKit.kit.store.get().options
  expect(appKit.getRemoteFeatures()).toMatchObject({ swaps: ['1inch'], activity: false, email: true })
  expect(appKit.getRemoteFeatures().socials).toHaveLength(7)
  appKit.updateFeatures({ swaps: false })
  appKit.updateRemoteFeatures({ activity: true, onramp: false })
  expect(now().features).toMatchObject({ swaps: false, history: true, onramp: false })
  appKit.updateOptions({
    featuredWalletIds: ['a'],
    customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example' }] },
    features: { send: false },
    themeMode: 'dark',
  })
  expect(now()).toMatchObject({ featuredWalletIds: ['a'], customRpcUrls: { 'eip155:1': ['https://rpc.example'] } })
  expect(now().features).toMatchObject({ send: false, swaps: false })
  expect(appKit.getThemeMode()).toBe('dark')
  expect(appKit.options.featuredWalletIds).toEqual(['a'])
  appKit.setConnectMethodsOrder(['wallet', 'email'])
  expect(appKit.getConnectMethodsOrder()).toEqual(['wallet', 'email'])
  appKit.setSocialsOrder(['x', 'google'])
  expect(appKit.remoteFeatures.socials).toEqual(['x', 'google'])
})

it('shows a site’s own pairing links, newest first, and creates none', async () => {
  const appKit = create({ manualWCControl: true, networks: [mainnet, bitcoin], relayUrl: 'wss://relay.example' })
  const { store } = appKit.kit
  const shown = () => store.get().walletConnect.pairing
  await appKit.open()
  expect(store.get().modal.history.at(-1)?.name).toBe('ConnectingWalletConnectBasic')
  await expect.poll(() => store.get().connectAttempt.phase).toBe('connecting')
  expect(shown().phase).toBe('idle')
  for (const uri of ['wc:a@2?relay-protocol=irn&symKey=1', 'wc:b@2?relay-protocol=irn&symKey=2']) {
    await appKit.open({ uri })
    await expect.poll(shown).toMatchObject({ phase: 'offered', uri })
  }
})

it('shows a given link in place of the kit’s own', async () => {
  const appKit = create({ relayUrl: 'wss://relay.example' })
  const uri = 'wc:a@2?relay-protocol=irn&symKey=1'
  await appKit.open({ uri })
  expect(appKit.kit.store.get().modal.history.at(-1)?.name).toBe('ConnectingWalletConnectBasic')
  await expect.poll(() => appKit.kit.store.get().walletConnect.pairing).toMatchObject({ phase: 'offered', uri })
})

it('takes the session of a given universalProvider for the visitor’s wallet', async () => {
  const digits = (of: string) => of.repeat(64)
  const who = (key: string, name: string) => ({
    publicKey: digits(key),
    metadata: { name, description: '', url: '', icons: [] },
  })
  const universalProvider = {
    session: {
      topic: digits('a'),
      pairingTopic: digits('b'),
      relay: { protocol: 'irn' },
      expiry: 4_000_000_000,
      acknowledged: true,
      controller: digits('c'),
      namespaces: { eip155: { accounts: [`eip155:1:${address}`], methods: [], events: [] } },
      requiredNamespaces: {},
      optionalNamespaces: {},
      self: who('d', 'Site'),
      peer: who('c', 'Their Wallet'),
    },
    connect: vi.fn(),
    disconnect: vi.fn(),
    request: vi.fn(),
    on: vi.fn(),
    removeListener: vi.fn(),
  }
  const appKit = create({ universalProvider })
  await expect.poll(() => appKit.getAccount('eip155')?.address).toBe(address)
  expect(appKit.getWalletInfo('eip155')).toMatchObject({ name: 'Their Wallet' })
  expect(await appKit.getUniversalProvider()).toBe(universalProvider)
})

it('opens the QR code first if the site sets that, and shows its messages', async () => {
  const appKit = create({ basic: true, networks: [mainnet, bitcoin], relayUrl: 'wss://relay.example' } as never)
  const view = () => appKit.kit.store.get().modal.history.at(-1)?.name
  await appKit.open()
  expect(view()).toBe('ConnectingWalletConnectBasic')
  appKit.redirect('WhatIsAWallet')
  expect(view()).toBe('WhatIsAWallet')
  appKit.replace('AllWallets')
  expect(view()).toBe('AllWallets')
  appKit.showErrorMessage('No')
  expect(appKit.kit.store.get().notice).toMatchObject({ notice: { variant: 'error', params: { message: 'No' } } })
})

/** Answers the page's requests, and notes what they ask for. */
function serve(answer: (url: URL, body: string) => unknown) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL, { body = '' }: { body?: string } = {}) => {
    requests.push(`${url} ${body}`)
    const response = answer(new URL(url), body)
    return response === undefined ? new Response('{}', { status: 404 }) : Response.json(response)
  })
  return requests
}

it('returns the API’s name and avatar for an address, or null', async () => {
  const avatar = 'https://api.example/v1/images/a'
  serve(({ pathname }) =>
    pathname.startsWith('/v1/identity/')
      ? pathname.endsWith(address)
        ? { name: 'alice.eth', avatar, resolvedAt: '2026-01-01T00:00:00Z' }
        : { name: null, avatar: null, resolvedAt: '2026-01-01T00:00:00Z' }
      : undefined,
  )
  const appKit = create({ apiUrl: 'https://api.example' })
  expect(await appKit.fetchIdentity({ address })).toEqual({ name: 'alice.eth', avatar })
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(await appKit.fetchIdentity({ address: other })).toEqual({ name: null, avatar: null })
})

it('queries the chain for the balance at each updateNativeBalance call', async () => {
  let wei = 1_500_000_000_000_000_000n
  const requests = serve((_, body) => {
    const { id, method } = JSON.parse(body || '{}')
    return method === 'eth_getBalance' ? { jsonrpc: '2.0', id, result: `0x${wei.toString(16)}` } : undefined
  })
  const appKit = create({ customRpcUrls: { 'eip155:10': [{ url: 'https://rpc.example' }] } })
  const balance = () => appKit.updateNativeBalance(address, 10, 'eip155')
  expect(await balance()).toEqual({ balance: '1.5', symbol: 'ETH' })
  wei = 2n
  expect(await balance()).toEqual({ balance: '0.000000000000000002', symbol: 'ETH' })
  expect(
    requests.filter((each) => each.includes('eth_getBalance') && each.startsWith('https://rpc.example')),
  ).toHaveLength(2)
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  expect(await balance()).toBeUndefined()
})

it('returns the kit’s WalletConnect provider if the site has none, and nothing if it is disabled', async () => {
  const appKit = create({ relayUrl: 'wss://relay.example' })
  const provider = await appKit.getUniversalProvider()
  expect(provider).toMatchObject({ isWalletConnect: true, session: undefined, client: { session: { length: 0 } } })
  expect(await appKit.getUniversalProvider()).toBe(provider)
  await expect(provider?.request({ method: 'personal_sign' }, 'eip155:1')).rejects.toThrow('Please call connect()')
  expect(await create({ enableWalletConnect: false }).getUniversalProvider()).toBeUndefined()
})
