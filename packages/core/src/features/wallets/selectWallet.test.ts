import type { Namespace } from '@billfold/protocol/caip'
import { describe, expect, test } from 'vitest'
import { bitcoinNetwork, evmNetwork, setUpKit, solanaNetwork } from '../../../test/setUpKit.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { currentView } from '../modal/modal.ts'
import { openModal } from '../modal/openModal.ts'
import { selectWallet } from './selectWallet.ts'

const wallet = { id: 'w', name: 'Wallet', rdns: 'io.wallet' }
const view = (kit: ReturnType<typeof setUpKit>['kit']) => currentView(kit.store.get().modal)

test('connects an installed wallet, and offers to get one that is not', () => {
  const { kit } = setUpKit()
  openModal(kit)
  selectWallet(kit, { wallet })
  expect(view(kit)).toEqual({ name: 'Downloads', wallet })
  kit.store.send({
    type: 'connector/announced',
    connector: { id: 'io.wallet', rdns: 'io.wallet', name: 'Wallet', type: 'ANNOUNCED', namespace: 'eip155' },
  })
  openModal(kit)
  selectWallet(kit, { wallet })
  expect(view(kit)).toEqual({ name: 'ConnectingExternal', connectorId: 'io.wallet', namespace: 'eip155', wallet })
})

test('offers a wallet’s link or QR code on this device if there is a relay', () => {
  for (const [mobile, link, leads] of [
    [false, { mobile_link: 'wallet://' }, 'ConnectingWalletConnect'],
    [false, { webapp_link: 'https://wallet.example' }, 'ConnectingWalletConnect'],
    [false, { desktop_link: 'wallet://' }, 'ConnectingWalletConnect'],
    [false, { chrome_store: 'https://store.example' }, 'Downloads'],
    [true, { mobile_link: 'wallet://' }, 'ConnectingWalletConnect'],
    [true, { desktop_link: 'wallet://' }, 'Downloads'],
    [true, { browser_link: 'https://wallet.example/{url}' }, 'ConnectingWalletConnect'],
  ] as const) {
    const { kit } = setUpKit({ relayUrl: 'wss://relay.example', page: fakePage({ device: { mobile } }) })
    openModal(kit)
    selectWallet(kit, { wallet: { ...wallet, ...link } })
    expect(view(kit)).toEqual({ name: leads, wallet: { ...wallet, ...link } })
    kit.dispose()
  }
})

test('connects an installed Phantom on Solana through the Wallet Standard instead of redirecting', () => {
  const { kit, page } = setUpKit()
  const phantom = { id: 'a797', name: 'Phantom', rdns: 'app.phantom' }
  for (const connector of [
    { id: 'app.phantom', rdns: 'app.phantom', name: 'Phantom', type: 'ANNOUNCED', namespace: 'eip155' },
    { id: 'Phantom', name: 'Phantom', type: 'ANNOUNCED', namespace: 'solana' },
  ] as const)
    kit.store.send({ type: 'connector/announced', connector })
  for (const [namespace, connectorId] of [
    ['solana', 'Phantom'],
    ['eip155', 'app.phantom'],
  ] as const) {
    openModal(kit, { namespace })
    selectWallet(kit, { wallet: phantom })
    expect(view(kit)).toEqual({ name: 'ConnectingExternal', connectorId, namespace, wallet: phantom })
  }
  expect(page.opened).toEqual([])
})

describe('the in-app browser of a wallet that is not installed', () => {
  const site = 'https%3A%2F%2Fsite.example%2Fapp%3Fx%3D1'
  const links = [
    ['solana', 'Phantom', `https://phantom.app/ul/browse/${site}?ref=https%3A%2F%2Fsite.example`],
    ['solana', 'Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${site}`],
    ['solana', 'Solflare', `https://solflare.com/ul/v1/browse/${site}?ref=${site}`],
    ['bip122', 'Xverse', `https://connect.xverse.app/browser?url=${site}`],
  ] as const
  const networks = [evmNetwork(1), solanaNetwork, bitcoinNetwork]
  async function pick(namespace: Namespace, name: string, over: Parameters<typeof fakePage>[0] = {}) {
    const { kit, page } = setUpKit({ networks, page: fakePage(over) })
    openModal(kit, { namespace })
    selectWallet(kit, { wallet: { id: name, name } })
    await import('./redirectTo.ts')
    await Promise.resolve()
    kit.dispose()
    return page.opened
  }
  const phone = { mobile: true, ios: true }

  test.each(links)('on %s, opens %s on a phone', async (namespace, name, url) => {
    expect(await pick(namespace, name, { device: phone })).toEqual([{ url, target: '_self' }])
  })

  test.each(links)('on %s, opens %s in Telegram, which opens links outside', async (namespace, name, url) => {
    const href = 'https://site.example/app?x=1#tgWebAppData=user%3Dme'
    const device = { ...phone, telegram: true }
    expect(await pick(namespace, name, { device, href })).toEqual([{ url, target: '_blank' }])
  })

  test('redirects the top page from a frame', async () => {
    const [opened] = await pick('solana', 'Solflare', { device: { ...phone, iframe: true } })
    expect(opened?.target).toBe('_top')
  })

  test('is not used in another family, inside the wallet, or on a computer unless supported', async () => {
    const globals = { phantom: {}, coinbaseSolana: {}, solflare: {}, XverseProviders: {} }
    for (const [namespace, name] of links) {
      expect(await pick('eip155', name, { device: phone })).toEqual([])
      expect(await pick(namespace, name, { device: phone, globals })).toEqual([])
    }
    expect((await pick('solana', 'Phantom')).length).toBe(1)
    expect(await pick('solana', 'Solflare')).toEqual([])
    expect(await pick('bip122', 'Xverse')).toEqual([])
  })
})
