import { expose } from 'comlink'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { evmNetwork, setUpKit, until } from '../../../test/setUpKit.ts'
import { connectWallet } from '../../features/connect/connectWallet.ts'
import { mergedConnectors } from '../../features/connect/mergedConnectors.ts'
import { activeNetworkId } from '../../model/findNetwork.ts'
import { fakePage } from '../../ports/fakePage.ts'

beforeAll(() =>
  Promise.all([import('../../chains/eip155/eip155.ts'), import('./injectedConnector.ts'), import('./hosts.ts')]),
)

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const icon = 'data:image/png;base64,AAAA'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

type Host = Record<string, (...given: never[]) => unknown>
type PostMessage = (message: unknown, from?: object) => void

/** A page inside a Farcaster-like host: comlink calls and events. */
function setUp(hostOf: (tell: PostMessage) => Host, { isView = false } = {}) {
  const inbox = new EventTarget()
  const document = new EventTarget()
  const hear = (data: unknown) => inbox.dispatchEvent(new MessageEvent('message', { data }))
  const parent = { postMessage: (data: unknown) => hear(structuredClone(data)) }
  const view = { postMessage: (text: string) => hear(JSON.parse(text)) }
  const globals = isView ? { ReactNativeWebView: view, document } : { parent, self: {} }
  const page = fakePage({ device: { iframe: !isView }, globals })
  const tell: PostMessage = (data, source = parent) => {
    const event = new MessageEvent('message', { data })
    Object.defineProperty(event, 'source', { value: source })
    page.page.events.dispatchEvent(event)
  }
  const dispatchToView = (name: string, data: unknown) => document.dispatchEvent(new MessageEvent(name, { data }))
  expose(hostOf(tell), {
    postMessage: (data: unknown) => (isView ? dispatchToView('FarcasterFrameCallback', data) : tell(data)),
    addEventListener: inbox.addEventListener.bind(inbox),
    removeEventListener: inbox.removeEventListener.bind(inbox),
  })
  const { kit, clock } = setUpKit({ networks: [evmNetwork(1), evmNetwork(8453)], page })
  ends.push(() => kit.dispose())
  const names = () => mergedConnectors(kit.store.get()).map(({ name }) => name)
  return { kit, clock, page, tell, tellView: dispatchToView, names }
}

const announce = (name: string) => ({
  type: 'frameEvent',
  event: { event: 'eip6963:announceProvider', info: { uuid: 'u', rdns: 'io.metamask', name, icon } },
})
const calls: { method: string }[] = []
const wallet = (answers: Record<string, unknown>): Host => ({
  ethProviderRequestV2: async (request: { method: string; id: number }) => {
    calls.push(request)
    const { method, id } = request
    if (method in answers) return { jsonrpc: '2.0', id, result: answers[method] }
    return { jsonrpc: '2.0', id, error: { code: 4001, message: 'User rejected the request' } }
  },
  getCapabilities: async () => ['wallet.getEthereumProvider'],
})
const extension = () =>
  new CustomEvent('eip6963:announceProvider', {
    detail: {
      info: { uuid: 'e', rdns: 'io.extension', name: 'Extension', icon },
      provider: { request: async () => [] },
    },
  })

describe.each([
  ['as the window around the page', false],
  ['as the app around a web view', true],
])('the host of a Mini App, %s', (_, isView) => {
  test('is listed first under its own id, and connects', async () => {
    const { kit, page, tellView, tell, names } = setUp(
      (post) => ({
        ...wallet({ eth_requestAccounts: [account], eth_chainId: '0x1' }),
        eip6963RequestProvider: () =>
          isView ? tellView('FarcasterFrameEvent', announce('Warpcast').event) : post(announce('Warpcast')),
      }),
      { isView },
    )
    page.page.events.dispatchEvent(extension())
    await vi.waitFor(() => expect(names()).toEqual(['Warpcast', 'Extension']))
    const [host] = kit.store.get().connectors
    expect(host).toMatchObject({ id: 'miniapp-host', type: 'ANNOUNCED', icon })
    expect(host).not.toHaveProperty('rdns')
    await connectWallet(kit, { connectorId: 'miniapp-host', namespace: 'eip155' })
    const { account: known } = await until(kit, ({ account: { eip155 } }) => eip155.status === 'connected')
    expect(known.eip155).toMatchObject({ address: account, connectorId: 'miniapp-host' })
    const moved = { type: 'frameEthProviderEvent', event: 'chainChanged', params: ['0x2105'] }
    if (isView) tellView('FarcasterFrameEthProviderEvent', moved)
    else tell(moved)
    expect(activeNetworkId(kit.store.get())).toBe('eip155:8453')
  })
})

test('is called Farcaster if it has a wallet without a name', async () => {
  const { clock, names } = setUp(() => wallet({}))
  await vi.waitFor(() => {
    clock.advance(500)
    expect(names()).toEqual(['Farcaster'])
  })
})

test('reports the person’s rejection, and connects nothing', async () => {
  const { kit, clock, names } = setUp(() => wallet({ eth_chainId: '0x1' }))
  await vi.waitFor(() => {
    clock.advance(500)
    expect(names()).toEqual(['Farcaster'])
  })
  await connectWallet(kit, { connectorId: 'miniapp-host', namespace: 'eip155' })
  expect(kit.store.get().account.eip155.status).not.toBe('connected')
  expect(kit.store.get().connectAttempt).toMatchObject({ phase: 'declined' })
})

test('offers nothing without a wallet, and ignores other windows', async () => {
  const { tell, clock, names } = setUp(() => ({ getCapabilities: async () => ['actions.signIn'] }))
  await vi.dynamicImportSettled()
  tell(announce('Swindler'), {})
  for (const nonsense of [
    null,
    'x',
    1,
    {},
    { type: 'frameEvent' },
    { type: 'frameEvent', event: { info: 1 } },
    { id: 'x', type: 'RAW' },
  ])
    tell(nonsense)
  clock.advance(10_000)
  expect(names()).toEqual([])
})

test('is not contacted when there is none', async () => {
  const post = vi.fn()
  const page = fakePage({ globals: { parent: { postMessage: post } } })
  const { kit } = setUpKit({ networks: [evmNetwork(1)], page })
  ends.push(() => kit.dispose())
  await vi.dynamicImportSettled()
  expect(post).not.toHaveBeenCalled()
})
