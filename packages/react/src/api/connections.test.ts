import { disconnectConnector } from '@billfold/core/features/connect/disconnectConnector'
import type { Connector, Session, WalletAccount } from '@billfold/core/model/connector'
import { infoOf } from '@billfold/core/model/connector'
import type { AccountType } from '@billfold/protocol/accountType'
import { KitError } from '@billfold/protocol/error'
import { afterEach, describe, expect, it } from 'vitest'
import { createAppKit } from '../createAppKit.tsx'
import { connectionsOf } from './connections.ts'
import { latestKit } from './currentKits.ts'
import { fetchBalance } from './fetchBalance.ts'
import { publicAccount } from './publicState.ts'
import { switchConnection } from './switchConnection.ts'

const one = '0x00000000000000000000000000000000000000A1'
const two = '0x00000000000000000000000000000000000000b2'
const eoa = (address: string): WalletAccount => ({ address, type: 'eoa' })
const network = {
  id: 31337,
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:1/rpc'] } },
}

afterEach(() => {
  for (let kit = latestKit(); kit; kit = latestKit()) kit.dispose()
})

/** A page with two wallets; the second rejects. */
function start(accounts: Session['accounts'] = [eoa(one), eoa(two)]) {
  const { kit } = createAppKit({ projectId: 'test', networks: [network], debug: false })
  for (const id of ['kind', 'shy']) {
    const connector: Connector = {
      id,
      name: id,
      type: 'ANNOUNCED',
      namespace: 'eip155',
      async connect() {
        if (id === 'shy') throw new KitError('user_rejected')
        return {
          accounts,
          networkId: 'eip155:31337',
          approvedNetworkIds: [],
          supportsAllNetworks: true,
        }
      },
      disconnect: async () => {},
      request: async (_, method) => (method === 'eth_getBalance' ? '0x16345785d8a0001' : null),
      accounts: async () => accounts,
      on: () => () => {},
    }
    kit.connectors.add(connector)
    kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  }
  return kit
}
const to = (connectorId: string, address?: string, type?: AccountType) => ({
  connectorId,
  address,
  type,
  namespace: 'eip155' as const,
})

describe('connections', () => {
  it('go to a wallet, then to another of its accounts', async () => {
    const kit = start()
    expect(connectionsOf(kit.store.get())).toEqual({ connections: [], recentConnections: [] })
    expect(await switchConnection(kit, to('kind'))).toEqual({
      address: one,
      namespace: 'eip155',
      hasSwitchedAccount: true,
      hasSwitchedWallet: true,
      hasDeletedWallet: false,
    })
    const change = await switchConnection(kit, to('kind', two))
    expect(change).toMatchObject({ address: two, hasSwitchedAccount: true, hasSwitchedWallet: false })
    const { connections } = connectionsOf(kit.store.get())
    expect(connections).toMatchObject([
      { connectorId: 'kind', name: 'kind', caipNetwork: { caipNetworkId: 'eip155:31337' } },
    ])
    expect(connections[0]?.accounts.map(({ address }) => address)).toEqual([two, one])
  })

  it('tell what each account is, also two of one address', async () => {
    const smart: WalletAccount = { address: one, type: 'smartAccount' }
    const derived: WalletAccount = { ...eoa(two), publicKey: '02ab', path: "m/44'/60'/0'/0/1" }
    const kit = start([smart, eoa(one), derived])
    await switchConnection(kit, to('kind'))
    expect(publicAccount(kit.store.get()).allAccounts).toEqual(
      [smart, eoa(one), derived].map((account) => ({ namespace: 'eip155', ...account })),
    )
    const change = await switchConnection(kit, to('kind', one, 'eoa'))
    expect(change).toMatchObject({ address: one, hasSwitchedAccount: true, hasSwitchedWallet: false })
    expect(connectionsOf(kit.store.get()).connections[0]?.accounts).toEqual([eoa(one), smart, derived])
    expect(await switchConnection(kit, to('kind', one))).toMatchObject({ hasSwitchedAccount: false })
  })

  it('stay as they are when the other wallet, or the account, cannot be fetched', async () => {
    const kit = start()
    await switchConnection(kit, to('kind'))
    await expect(switchConnection(kit, to('shy'))).rejects.toMatchObject({ code: 'user_rejected' })
    await expect(switchConnection(kit, to('gone'))).rejects.toMatchObject({ code: 'connector_missing' })
    await expect(switchConnection(kit, to('kind', '0xother'))).rejects.toThrow('does not share this account')
    expect(connectionsOf(kit.store.get()).connections).toMatchObject([{ connectorId: 'kind' }])
  })

  it('that fell asleep are recent until they are forgotten', async () => {
    const kit = start()
    await switchConnection(kit, to('kind'))
    kit.store.send({ type: 'account/disconnected', namespace: 'eip155', by: 'wallet' })
    expect(connectionsOf(kit.store.get())).toMatchObject({
      connections: [],
      recentConnections: [{ connectorId: 'kind', accounts: [] }],
    })
    await disconnectConnector(kit, to('kind'))
    expect(connectionsOf(kit.store.get()).recentConnections).toEqual([])
  })
})

describe('fetchBalance', () => {
  it('returns the whole amount, or an error', async () => {
    const kit = start()
    expect(await fetchBalance(kit)).toEqual({
      data: undefined,
      error: 'No account is connected',
      isSuccess: false,
      isError: true,
    })
    await switchConnection(kit, to('kind'))
    expect(await fetchBalance(kit)).toEqual({
      data: { balance: '0.100000000000000001', symbol: 'ETH' },
      error: null,
      isSuccess: true,
      isError: false,
    })
  })
})
