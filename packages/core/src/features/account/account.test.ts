import { getAddress } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import { addressesOf, connectedAccount } from '../../model/connectedAccount.ts'
import { infoOf, type Session, type WalletAccount } from '../../model/connector.ts'
import type { Event } from '../../model/state.ts'
import { trackedEventOf } from '../analytics/trackedEventOf.ts'
import { connectWallet } from '../connect/connectWallet.ts'
import { switchConnection } from '../connect/switchConnection.ts'

beforeAll(() => import('../../chains/eip155/eip155.ts'))

const [a, b] = ['a', 'b'].map((digit) => getAddress(`0x${digit.repeat(40)}`)) as [string, string]
const smart: WalletAccount = { address: a, type: 'smartAccount' }
const key: WalletAccount = { address: a, type: 'eoa' }
const other: WalletAccount = { address: b, type: 'eoa', publicKey: '02ab', path: "m/44'/60'/0'/0/1" }
const place = { namespace: 'eip155', connectorId: 'io.puppet' } as const

async function connected(accounts: Session['accounts']) {
  const { kit } = setUpKit()
  const puppet = puppetConnector()
  kit.connectors.add(puppet.connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(puppet.connector) })
  const connecting = connectWallet(kit, place)
  puppet.connectRequests[0]!.resolve({ ...sessionOf(a), accounts })
  await connecting
  const account = () => connectedAccount(kit.store.get(), 'eip155')!
  return { kit, puppet, account, inUse: () => [account().address, account().type] }
}

test('tells two accounts of one address apart, keeps their types, and drops duplicates', async () => {
  const duplicate = { ...smart, address: a.toLowerCase() }
  const { account, inUse } = await connected([duplicate, key, other, smart])
  expect(account().accounts).toEqual([smart, key, other])
  expect(inUse()).toEqual([a, 'smartAccount'])
  expect(addressesOf(account())).toEqual([a, b])
})

test('selects the other account of the same address, and keeps the type when only an address is given', async () => {
  const { kit, inUse } = await connected([smart, key, other])
  switchConnection(kit, { ...place, address: a, type: 'eoa' })
  expect(inUse()).toEqual([a, 'eoa'])
  switchConnection(kit, { ...place, address: a })
  expect(inUse()).toEqual([a, 'eoa'])
  switchConnection(kit, { ...place, address: b })
  expect(inUse()).toEqual([b, 'eoa'])
  switchConnection(kit, { ...place, address: a })
  expect(inUse()).toEqual([a, 'smartAccount'])
  expect(() => switchConnection(kit, { ...place, address: b, type: 'smartAccount' })).toThrow('does not share')
})

test('follows a wallet to the other account of the same address', async () => {
  const { kit, puppet, inUse } = await connected([smart, key])
  puppet.tell({ type: 'accountsChanged', accounts: [key, smart] })
  await until(kit, () => inUse()[1] === 'eoa')
  expect(inUse()).toEqual([a, 'eoa'])
})

test('reports the account type to analytics', async () => {
  const { kit } = await connected([smart, key])
  const propertiesOf = (event: Event) => trackedEventOf(event, kit.store.get(), kit.store.get())?.properties
  const opened = { type: 'name/opened', network: 'eip155:1' } as const
  expect(propertiesOf(opened)).toEqual({ isSmartAccount: true, network: 'eip155:1' })
  switchConnection(kit, { ...place, address: a, type: 'eoa' })
  expect(propertiesOf(opened)).toEqual({ isSmartAccount: false, network: 'eip155:1' })
})
