import { afterEach, expect, it, onTestFinished } from 'vitest'
import { effectScope } from 'vue'
import { createAppKit } from '../createAppKit.ts'
import { mainnet, solana } from '../entries/networks.ts'
import type { AppKit } from '../instance/AppKit.ts'
import * as hooks from './vueHooks.ts'

let appKit: AppKit | undefined
afterEach(() => appKit?.dispose())

it('follow the kit until the component is gone', () => {
  appKit = createAppKit({ projectId: 'p', networks: [solana, mainnet] })
  const scope = effectScope()
  const refs = scope.run(() => ({
    account: hooks.useAppKitAccount(),
    network: hooks.useAppKitNetwork(),
    state: hooks.useAppKitState(),
    provider: hooks.useAppKitProvider('solana'),
    wallet: hooks.useWalletInfo(),
    theme: hooks.useAppKitTheme(),
    connections: hooks.useAppKitConnections(),
  }))!
  expect(refs.account.value).toMatchObject({ isConnected: false, status: 'disconnected' })
  expect(refs.network.value.caipNetwork?.name).toBe('Solana')
  const { store } = appKit.kit
  store.send({
    type: 'connector/announced',
    connector: { id: 'one', name: 'One', type: 'ANNOUNCED', namespace: 'solana' },
  })
  const address = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  store.send({
    type: 'account/connected',
    namespace: 'solana',
    connectorId: 'one',
    how: 'user',
    accounts: [{ address, type: 'eoa' }],
    networkId: `solana:${solana.id}`,
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })
  expect(refs.account.value).toMatchObject({ isConnected: true, address })
  expect(refs.provider.walletProvider).toHaveProperty('signMessage')
  expect(refs.provider.walletProviderType).toBe('ANNOUNCED')
  expect(refs.wallet.walletInfo?.name).toBe('One')
  expect(refs.connections.value.connections).toHaveLength(1)
  refs.theme.setThemeMode('dark')
  expect(refs.theme.themeMode).toBe('dark')
  store.send({ type: 'modal/opened', view: { name: 'Account' } })
  expect(refs.state.open).toBe(true)

  scope.stop()
  store.send({ type: 'account/disconnected', namespace: 'solana', by: 'user' })
  expect(refs.account.value.isConnected).toBe(true)
})

it('leave no unhandled rejection behind if a page ignores a switch that fails', async () => {
  const unhandled: unknown[] = []
  const onRejection = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', onRejection)
  onTestFinished(() => void process.off('unhandledRejection', onRejection))
  appKit = createAppKit({ projectId: 'p', networks: [mainnet] })
  const scope = effectScope()
  const network = scope.run(() => hooks.useAppKitNetwork())!
  network.value.switchNetwork(solana)
  appKit.switchNetwork(solana)
  await expect(appKit.switchNetwork(solana)).rejects.toMatchObject({ code: 4902 })
  // Node reports a rejection once the microtasks of its turn have run.
  await new Promise((resolve) => setImmediate(resolve))
  scope.stop()
  expect(unhandled).toEqual([])
})
