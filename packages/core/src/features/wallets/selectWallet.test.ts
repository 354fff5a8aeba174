import { expect, test } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakePage } from '../../ports/fakePage.ts'
import { currentView } from '../modal/modal.ts'
import { openModal } from '../modal/openModal.ts'
import { selectWallet } from './selectWallet.ts'

const wallet = { id: 'w', name: 'Wallet', rdns: 'io.wallet' }
const view = (kit: ReturnType<typeof setUpKit>['kit']) => currentView(kit.store.get().modal)

test('installed: straight to it; not installed: to where it can be had', () => {
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

test('with a relay: a link or a code to a wallet that has one for this device', () => {
  for (const [mobile, link, leads] of [
    [false, { mobile_link: 'wallet://' }, 'ConnectingWalletConnect'],
    [false, { webapp_link: 'https://wallet.example' }, 'ConnectingWalletConnect'],
    [false, { desktop_link: 'wallet://' }, 'ConnectingWalletConnect'],
    [false, { chrome_store: 'https://store.example' }, 'Downloads'],
    [true, { mobile_link: 'wallet://' }, 'ConnectingWalletConnect'],
    [true, { desktop_link: 'wallet://' }, 'Downloads'],
  ] as const) {
    const { kit } = setUpKit({ relayUrl: 'wss://relay.example', page: fakePage({ device: { mobile } }) })
    openModal(kit)
    selectWallet(kit, { wallet: { ...wallet, ...link } })
    expect(view(kit)).toEqual({ name: leads, wallet: { ...wallet, ...link } })
    kit.dispose()
  }
})

test('installed Phantom, found by the Wallet Standard, is connected on Solana: nobody is sent to its own browser', () => {
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

test.each([
  ['Phantom', 'https://phantom.app/ul/browse/https%3A%2F%2Fsite.example%2Fapp%3Fx%3D1?ref=https%3A%2F%2Fsite.example'],
  ['Coinbase Wallet', 'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fsite.example%2Fapp%3Fx%3D1'],
])('on Solana %s without its extension opens the page in its own browser', (name, url) => {
  const { kit, page } = setUpKit()
  openModal(kit, { namespace: 'solana' })
  selectWallet(kit, { wallet: { id: name, name } })
  expect(page.opened).toEqual([{ url, target: '_self' }])
  openModal(kit, { namespace: 'eip155' })
  selectWallet(kit, { wallet: { id: name, name } })
  expect(page.opened).toHaveLength(1)
  const here = setUpKit({ page: fakePage({ globals: { phantom: {}, coinbaseSolana: {} } }) })
  openModal(here.kit, { namespace: 'solana' })
  selectWallet(here.kit, { wallet: { id: name, name } })
  expect(here.page.opened).toEqual([])
})
