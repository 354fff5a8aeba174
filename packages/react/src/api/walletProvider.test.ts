import { accountsInitial } from '@billfold/core/features/account/account'
import type { Kit } from '@billfold/core/kit'
import type { Account } from '@billfold/core/model/account'
import type { State } from '@billfold/core/model/state'
import { describe, expect, it, vi } from 'vitest'
import { changesOf } from './walletProvider.ts'

const on = (address: string, chain: number): Account => ({
  status: 'connected',
  connectorId: 'w',
  address,
  type: 'eoa',
  accounts: [
    { address: '0xa', type: 'eoa' },
    { address: '0xb', type: 'eoa' },
  ],
  networkId: `eip155:${chain}`,
  approvedNetworkIds: [],
  supportsAllNetworks: true,
})
const off: Account = { status: 'disconnected' }
const state = (account: Account) => ({ account: { ...accountsInitial, eip155: account } }) as State
const changes = (before: Account, after: Account) => changesOf(state(after), state(before), 'eip155')

describe('changesOf', () => {
  it('announces a connection with its chain and accounts, the active one first', () => {
    expect(changes(off, on('0xb', 10))).toEqual([
      { event: 'connect', value: { chainId: '0xa' } },
      { event: 'accountsChanged', value: ['0xb', '0xa'] },
    ])
  })

  it('announces each change separately', () => {
    expect(changes(on('0xa', 1), on('0xa', 31337))).toEqual([{ event: 'chainChanged', value: '0x7a69' }])
    expect(changes(on('0xa', 1), on('0xb', 1))).toEqual([{ event: 'accountsChanged', value: ['0xb', '0xa'] }])
    const same = on('0xa', 1)
    expect(changes(same, same)).toEqual([])
  })

  it('announces a disconnection with the code that libraries expect', () => {
    const [gone, bye] = changes(on('0xa', 1), off)
    expect(gone).toEqual({ event: 'accountsChanged', value: [] })
    expect(bye).toMatchObject({ event: 'disconnect', value: { code: 4900 } })
  })
})

it('blames the site, and no wallet, if its code does not load', async () => {
  vi.resetModules()
  vi.doMock('./walletCalls.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { walletProvider } = await import('./walletProvider.ts')
  const kit = { store: { get: () => state(on('0xa', 1)) } } as Kit
  const failure = await walletProvider(kit, 'eip155')!
    .request({ method: 'personal_sign' })
    .catch((e: unknown) => e)
  vi.doUnmock('./walletCalls.ts')
  expect(failure).toMatchObject({
    code: -32002,
    message: expect.stringContaining('site’s server'),
    cause: { code: 'unavailable' },
  })
})
