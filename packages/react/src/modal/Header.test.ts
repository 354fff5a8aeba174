import type { View } from '@billfold/core/model/modal'
import { afterEach, expect, it } from 'vitest'
import { createAppKit } from '../createAppKit.tsx'
import { startSlot } from './Header.tsx'

const network = {
  id: 31337,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost/rpc'] } },
}
const kitOf = (enableEmbedded = false) =>
  createAppKit({ projectId: 'test', networks: [network], debug: false, enableEmbedded })
afterEach(() => kitOf().dispose())

const after = (kit: ReturnType<typeof kitOf>, first: View, ...rest: View[]) => {
  const { store } = kit.kit
  store.send({ type: 'modal/opened', view: first })
  for (const view of rest) store.send({ type: 'modal/pushed', view })
  return startSlot(store.get())
}

it('offers help at the start, the way back later, and nothing if neither makes sense', () => {
  const kit = kitOf()
  expect(after(kit, { name: 'Connect' })).toBe('help')
  expect(after(kit, { name: 'Connect' }, { name: 'AllWallets' })).toBe('back')
  expect(after(kit, { name: 'Networks' })).toBe('none')
  expect(after(kit, { name: 'WhatIsANetwork' }, { name: 'Connect' })).toBe('back')
})

it('shows no back button on Connect if the card is part of the page', () => {
  const kit = kitOf(true)
  expect(after(kit, { name: 'WhatIsANetwork' }, { name: 'Connect' })).toBe('none')
  kit.dispose()
})

it('shows the network next to the account', () => {
  const kit = kitOf()
  kit.kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'w',
    how: 'user',
    accounts: [{ address: '0x0000000000000000000000000000000000000001', type: 'eoa' }],
    networkId: 'eip155:31337',
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })
  expect(after(kit, { name: 'Account' })).toBe('network')
  expect(after(kit, { name: 'Account' }, { name: 'Networks' })).toBe('back')
})
