import { completeKit } from '@billfold/core/completeKit'
import type { Siwx } from '@billfold/core/model/siwx'
import { sessionOf } from '@billfold/core/test/puppetConnector'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { AppKitButton } from './api/AppKitButton.tsx'
import { latestKit } from './api/currentKits.ts'
import { useAppKit } from './api/useAppKit.ts'
import { useAppKitAccount } from './api/useAppKitAccount.ts'
import { useAppKitNetwork } from './api/useAppKitNetwork.ts'
import { useAppKitState } from './api/useAppKitState.ts'
import { createAppKit } from './createAppKit.tsx'

const network = {
  id: 31337,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost/rpc'] } },
}
const solana = { ...network, id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', name: 'Solana Devnet', chainNamespace: 'solana' }
const bitcoin = { ...network, id: '000000000019d6689c085ae165831e93', name: 'Bitcoin', chainNamespace: 'bip122' }
const polkadot = { ...network, id: '91b171bb158e2d3848fa23a9f1c25182', name: 'Polkadot', chainNamespace: 'polkadot' }
const options = { projectId: 'test', networks: [network], debug: false }
const siwx: Siwx = {
  createMessage: async () => ({}) as never,
  addSession: async () => undefined,
  revokeSession: async () => undefined,
  setSessions: async () => undefined,
  getSessions: async () => [],
}

afterEach(() => {
  for (let kit = latestKit(); kit; kit = latestKit()) kit.dispose()
})

describe('on a server', () => {
  it('touches no browser, and renders a placeholder for the button', () => {
    expect(typeof window).toBe('undefined')
    createAppKit(options)
    const html = renderToString(<AppKitButton size="sm" />)
    expect(html).toMatch(/^<span data-billfold-host=""><img [^>]*><\/span>$/)
    expect(html).toContain('width="136" height="36"')
    expect(html).not.toContain('style')
  })

  it('answers hooks with the disconnected visitor', () => {
    createAppKit(options)
    function Page() {
      const { isConnected, status } = useAppKitAccount()
      const { chainId, caipNetworkId } = useAppKitNetwork()
      const { open } = useAppKitState()
      return <p>{JSON.stringify({ isConnected, status, chainId, caipNetworkId, open })}</p>
    }
    expect(renderToString(<Page />).replaceAll('&quot;', '"')).toContain(
      '{"isConnected":false,"status":"disconnected","chainId":31337,"caipNetworkId":"eip155:31337","open":false}',
    )
  })
})

describe('createAppKit', () => {
  it('explains what to do when a hook runs too early', () => {
    const Page = () => <p>{String(useAppKit())}</p>
    expect(() => renderToString(<Page />)).toThrow('Please call "createAppKit" before using "useAppKit" hook')
  })

  it('returns the same kit for the same options, and replaces it for others', () => {
    const first = createAppKit(options)
    expect(createAppKit({ ...options, adapters: [{ self: globalThis }] })).toBe(first)
    const second = createAppKit({ ...options, projectId: 'other' })
    expect(second).not.toBe(first)
    expect(latestKit()).toBe(second)
  })

  it('signs in by the siwx or siweConfig of the last call, without a new kit', () => {
    const createSiwx = () => ({ ...siwx, getSessions: async () => [] })
    const [old, latest] = [createSiwx(), createSiwx()]
    const first = createAppKit({ ...options, siwx: old })
    expect(first.kit.options.siwx).toBe(old)
    expect(createAppKit({ ...options, siwx: latest })).toBe(first)
    expect(first.kit.options.siwx).toBe(latest)
    expect(createAppKit(options)).not.toBe(first)
  })

  it('speaks the language of the last call, whose texts may be other functions of the same letters', () => {
    const speak = (word: string) => ({
      ...{ tag: 'en-XA', direction: 'ltr' as const },
      messages: { notices: { message: () => word } } as never,
    })
    const first = createAppKit({ ...options, locale: speak('old') })
    expect(createAppKit({ ...options, locale: speak('new') })).toBe(first)
    expect(first.speech.get().messages?.notices.message({})).toBe('new')
  })

  it('accepts options that contain themselves', () => {
    const cyclic = { ...siwx, self: {} as object }
    cyclic.self = cyclic
    const first = createAppKit({ ...options, siwx: cyclic })
    expect(createAppKit({ ...options, siwx: cyclic })).toBe(first)
    const metadata = { name: 'Site', description: '', url: 'http://localhost', icons: [], self: {} as object }
    metadata.self = metadata
    expect(createAppKit({ ...options, metadata })).not.toBe(createAppKit({ ...options, metadata }))
  })

  it('keeps two kits apart', async () => {
    const [one, two] = [createAppKit(options), createAppKit({ ...options, id: 'two' })]
    await one.open()
    expect([one.getState().open, two.getState().open]).toEqual([true, false])
    await expect.poll(() => one.getEvent().data.event).toBe('MODAL_OPEN')
    expect(two.getEvent().data.event).toBe('MODAL_CREATED')
  })

  it('notifies subscribers only of actual changes', async () => {
    const kit = createAppKit(options)
    const states: unknown[] = []
    const stop = kit.subscribeState(({ open }) => states.push(open))
    await kit.open()
    kit.setThemeMode('dark')
    await kit.close()
    stop()
    await kit.open()
    expect(states).toEqual([true, false])
  })

  it('sends listeners the initial event first', async () => {
    const kit = createAppKit(options)
    const events: string[] = []
    kit.subscribeEvents(({ data }) => events.push(data.event))
    await kit.open()
    await expect.poll(() => events).toEqual(['INITIALIZE', 'MODAL_OPEN'])
    expect(kit.getEvent().data.event).toBe('MODAL_OPEN')
  })

  it('notifies provider subscribers when the wallet changes within a family', () => {
    const kit = createAppKit(options)
    const providers: unknown[] = []
    kit.subscribeProviders(({ eip155 }) => providers.push(eip155))
    const connect = (connectorId: string, how: 'user' | 'switch') =>
      kit.kit.store.send({
        ...{ type: 'account/connected', namespace: 'eip155', connectorId, how },
        ...sessionOf('0x00000000000000000000000000000000000000aa', 'eip155:31337'),
      })
    connect('io.one', 'user')
    connect('io.two', 'switch')
    expect(providers).toHaveLength(2)
    expect(providers[0]).toBeDefined()
    expect(providers[1]).not.toBe(providers[0])
    expect(providers[1]).toBe(kit.getProvider('eip155'))
  })

  it('is neither open nor loading forever as a card in the page', async () => {
    const kit = createAppKit({ ...options, enableEmbedded: true })
    await kit.open()
    expect(kit.getState()).toMatchObject({ open: false, loading: false })
    expect(kit.isOpen()).toBe(false)
  })

  it('is loading while the visible family’s wallet handles a request, and not for another’s', () => {
    const kit = createAppKit({ ...options, networks: [network, solana] })
    const ask = (namespace: 'eip155' | 'solana') =>
      kit.kit.store.send({ type: 'connect/started', connectorId: 'x', namespace })
    ask('solana')
    expect(kit.getState().loading).toBe(false)
    ask('eip155')
    expect(kit.getState()).toMatchObject({ open: false, loading: true })
  })

  it.each([
    ['solana', solana],
    ['bip122', bitcoin],
    ['polkadot', polkadot],
  ] as const)('starts a site whose only family is %s', async (namespace, only) => {
    const kit = createAppKit({ ...options, networks: [only] })
    expect(kit.getActiveChainNamespace()).toBe(namespace)
    expect(kit.getCaipNetwork()?.name).toBe(only.name)
    expect(kit.getAccount()).toMatchObject({ isConnected: false, status: 'disconnected' })
    expect(renderToString(<AppKitButton />)).toContain('<img')
    await kit.open()
    completeKit(kit.kit)
    expect(kit.getState().open).toBe(true)
    expect(kit.kit.store.get().modal.history).toEqual([{ name: 'Connect' }])
  })

  it('explains problems with the networks in one sentence', () => {
    expect(() => createAppKit({ projectId: 'test', networks: [] })).toThrow('Pass at least one network')
  })
})
