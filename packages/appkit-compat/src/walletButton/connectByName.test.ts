import { afterEach, expect, it } from 'vitest'
import { createAppKit } from '../createAppKit.ts'
import { mainnet } from '../entries/networks.ts'
import type { AppKit } from '../instance/AppKit.ts'
import { createAppKitWalletButton } from './createAppKitWalletButton.ts'

let appKit: AppKit | undefined
afterEach(() => appKit?.dispose())

/** Asks for an installed wallet, and waits until the dialog is open. */
async function ask() {
  appKit?.dispose()
  appKit = createAppKit({ projectId: 'p', networks: [mainnet] })
  const { store } = appKit.kit
  const connector = { id: 'io.metamask', name: 'MetaMask', type: 'ANNOUNCED', namespace: 'eip155' } as const
  store.send({ type: 'connector/announced', connector })
  const connecting = createAppKitWalletButton({ namespace: 'eip155' }).connect('metamask')
  // Looked at below; until then no one has missed it.
  connecting.catch(() => undefined)
  await expect.poll(() => store.get().modal.history.at(-1)).toMatchObject({ name: 'ConnectingExternal' })
  return { store, connecting }
}

it('resolves with the account that the visitor connects', async () => {
  const { store, connecting } = await ask()
  store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'io.metamask',
    how: 'user',
    accounts: [{ address: '0xab', type: 'eoa' }],
    networkId: 'eip155:1',
    approvedNetworkIds: [],
    supportsAllNetworks: true,
  })
  expect(await connecting).toEqual({ chainNamespace: 'eip155', chainId: '1', address: '0xab' })
})

it('rejects when the visitor declines or leaves, and when it fails', async () => {
  const no = await ask()
  no.store.send({ type: 'connect/declined', namespace: 'eip155' })
  await expect(no.connecting).rejects.toThrow('rejected')
  const failed = await ask()
  failed.store.send({ type: 'connect/failed', namespace: 'eip155', code: 'internal', message: 'Locked' })
  await expect(failed.connecting).rejects.toThrow('Locked')
  const left = await ask()
  await appKit?.close()
  await expect(left.connecting).rejects.toThrow('closed')
})
