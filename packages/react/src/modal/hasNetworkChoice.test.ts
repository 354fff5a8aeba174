import { createKit } from '@billfold/core/createKit'
import { expect, onTestFinished, test } from 'vitest'
import { mainnet, optimism } from '../networks.ts'
import { hasNetworkChoice } from './hasNetworkChoice.ts'

test.each([
  [[mainnet], undefined, false],
  [[mainnet, optimism], undefined, true],
  [[mainnet, optimism], true, true],
  [[mainnet, optimism], false, false],
])('%#: offers another network if there is one and the site allows it', (networks, enableNetworkSwitch, offers) => {
  const kit = createKit({ projectId: 'p', networks, enableNetworkSwitch } as never)
  onTestFinished(() => kit.dispose())
  expect(hasNetworkChoice(kit.store.get())).toBe(offers)
})

test('lets a wallet leave a network that the site does not use, even on sites without a switch', () => {
  const kit = createKit({ projectId: 'p', networks: [mainnet], enableNetworkSwitch: false })
  onTestFinished(() => kit.dispose())
  kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'one',
    how: 'user',
    accounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
    networkId: 'eip155:137',
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })
  expect(hasNetworkChoice(kit.store.get())).toBe(true)
})
