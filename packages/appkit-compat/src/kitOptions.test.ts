import { afterEach, expect, it } from 'vitest'
import { mainnet, solana } from './entries/networks.ts'
import { kitOptions } from './kitOptions.ts'
import { nameServers } from './nameServers.ts'
import type { AppKitOptions, Features } from './shapes/options.ts'

const least: AppKitOptions = { projectId: 'p', networks: [mainnet, solana] }
afterEach(() => nameServers({}))

it('writes nodes as addresses, whichever way they were written', () => {
  const customRpcUrls = { 'eip155:1': [{ url: 'https://a.example', config: { retryCount: 1 } }, 'https://b.example'] }
  expect(kitOptions({ ...least, customRpcUrls: customRpcUrls as never }).customRpcUrls).toEqual({
    'eip155:1': ['https://a.example', 'https://b.example'],
  })
})

it('reads lists of providers as switches, and drops AppKit’s paid features', () => {
  const features = { swaps: ['1inch'], onramp: [], email: false, socials: ['google'], pay: true } as unknown as Features
  expect(kitOptions({ ...least, features }).features).toEqual({
    swaps: true,
    onramp: false,
    email: false,
    socials: ['google'],
  })
})

it('uses the page’s servers, unless the kit has its own', () => {
  nameServers({ apiUrl: 'https://api.example', relayUrl: 'wss://relay.example' })
  expect(kitOptions(least)).toMatchObject({ apiUrl: 'https://api.example', relayUrl: 'wss://relay.example' })
  expect(kitOptions({ ...least, apiUrl: 'https://own.example' })).toMatchObject({
    apiUrl: 'https://own.example',
    relayUrl: 'wss://relay.example',
  })
})

it('names options without effect to the kit, without their values', () => {
  const around: { rpcMap?: object } = {}
  around.rpcMap = around
  const given = kitOptions({ ...least, universalProviderConfigOverride: around as never, enableCoinbase: false })
  expect(given).toMatchObject({ universalProviderConfigOverride: true, enableCoinbase: true })
  expect(() => JSON.stringify(given)).not.toThrow()
  expect(kitOptions(least)).toEqual(least)
})

it('configures no relay if the site has its own WalletConnect client', () => {
  nameServers({ apiUrl: 'https://api.example', relayUrl: 'wss://relay.example' })
  const expected = { ...least, apiUrl: 'https://api.example' }
  expect(kitOptions({ ...least, universalProvider: {} as never })).toEqual(expected)
  expect(kitOptions({ ...least, manualWCControl: true, relayUrl: 'wss://own.example' })).toEqual(expected)
  const relays = [{ url: 'wss://public.example', projectId: 'there' }]
  expect(kitOptions({ ...least, manualWCControl: true, relays })).toEqual(expected)
  expect(kitOptions({ ...least, relays })).toMatchObject({ relays })
})

it('keeps the compat layer’s own options from the kit', () => {
  const given = kitOptions({
    ...least,
    adapters: [],
    manualWCControl: true,
    enableReconnect: false,
    showWallets: false,
  })
  expect(given).toEqual({ ...least, enableWallets: false })
})
