import { describe, expectTypeOf, it } from 'vitest'
import type { AppKit, Connection, CreateAppKit } from '../index.ts'
import * as api from '../index.ts'

type Returned<T extends (...args: never[]) => unknown> = ReturnType<T>

// Code written against AppKit's declarations must keep compiling: the compiler is the test.
describe('types of the public API', () => {
  it('createAppKit accepts the options of existing sites, and reports missing ones', () => {
    expectTypeOf(api.createAppKit).returns.toEqualTypeOf<AppKit>()
    expectTypeOf<{ projectId: string; networks: CreateAppKit['networks'] }>().toExtend<CreateAppKit>()
    expectTypeOf<{ networks: CreateAppKit['networks'] }>().not.toExtend<CreateAppKit>()
    expectTypeOf<CreateAppKit['themeMode']>().toEqualTypeOf<'light' | 'dark' | 'auto' | undefined>()
  })

  it('hooks tell the account, the network and the state', () => {
    type Account = Returned<typeof api.useAppKitAccount>
    expectTypeOf<Account['address']>().toEqualTypeOf<string | undefined>()
    expectTypeOf<Account['status']>().toEqualTypeOf<'connected' | 'disconnected' | 'connecting' | 'reconnecting'>()
    expectTypeOf<Account['allAccounts'][number]['type']>().toEqualTypeOf<
      'eoa' | 'smartAccount' | 'payment' | 'ordinal'
    >()
    expectTypeOf<Account['allAccounts'][number]['publicKey']>().toEqualTypeOf<string | undefined>()
    expectTypeOf(api.useAppKitAccount).parameter(0).toExtend<{ namespace?: string } | undefined>()
    type Network = Returned<typeof api.useAppKitNetwork>
    expectTypeOf<Network['chainId']>().toEqualTypeOf<number | string | undefined>()
    expectTypeOf<Network['switchNetwork']>().returns.resolves.toBeVoid()
    expectTypeOf<Returned<typeof api.useAppKitState>['open']>().toBeBoolean()
    expectTypeOf<Returned<typeof api.useAppKitTheme>['themeMode']>().toEqualTypeOf<'light' | 'dark'>()
    expectTypeOf<Returned<typeof api.useAppKitEvents>['data']['event']>().toBeString()
    expectTypeOf<NonNullable<Returned<typeof api.useWalletInfo>['walletInfo']>['name']>().toBeString()
  })

  it('a provider has the type that the site names', () => {
    const provided = api.useAppKitProvider<{ mine: true }>
    expectTypeOf(provided).returns.toHaveProperty('walletProvider').toEqualTypeOf<{ mine: true } | undefined>()
    expectTypeOf<'eip155' | 'solana' | 'polkadot' | 'bip122' | 'cosmos'>().toExtend<Parameters<typeof provided>[0]>()
  })

  it('balance and connections have AppKit’s shapes', () => {
    type Balance = Awaited<Returned<Returned<typeof api.useAppKitBalance>['fetchBalance']>>
    expectTypeOf<Balance>().toEqualTypeOf<{
      data: { balance: string; symbol: string } | undefined
      error: string | null
      isSuccess: boolean
      isError: boolean
    }>()
    type Connected = Returned<typeof api.useAppKitConnection>
    expectTypeOf<Connected['connection']>().toEqualTypeOf<Connection | undefined>()
    expectTypeOf<Connected['switchConnection']>().toBeCallableWith({ connection: { connectorId: 'x', accounts: [] } })
    expectTypeOf<Connected['deleteConnection']>().parameter(0).toEqualTypeOf<{ address: string; connectorId: string }>()
    expectTypeOf<Returned<typeof api.useAppKitConnections>>().toEqualTypeOf<{
      connections: Connection[]
      recentConnections: Connection[]
    }>()
    expectTypeOf<Returned<typeof api.useDisconnect>['disconnect']>().toBeCallableWith({ namespace: 'eip155' })
  })

  it('JSX knows the custom elements', () => {
    const written = (
      <>
        <appkit-button label="Connect" loadingLabel="…" size="sm" balance="hide" disabled namespace="eip155" />
        <appkit-connect-button size="md" label="Connect" loadingLabel="…" />
        <appkit-account-button disabled balance="show" />
        <appkit-network-button disabled />
        <appkit-modal class="mine" />
        {/* @ts-expect-error no such size */}
        <appkit-button size="huge" />
      </>
    )
    expectTypeOf(written).not.toBeAny()
  })
})
