import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { expect, test } from 'vitest'
import { setUpKit, until } from '../test/setUpKit.ts'
import { push } from './features/modal/navigate.ts'
import { openModal } from './features/modal/openModal.ts'

const id = 'dev.billfold.devnet'
const walletOn1 = () => createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], solana: false })

test('a wallet is found, connected and shown; nothing is asked of a server before the visitor acts', async () => {
  const { kit, page, http } = setUpKit()
  walletOn1().install(page.page.events)
  expect(kit.store.get().connectors).toMatchObject([{ id, namespace: 'eip155', type: 'ANNOUNCED' }])
  expect(http.requests).toEqual([])
  openModal(kit)
  push(kit, { name: 'ConnectingExternal', connectorId: id, namespace: 'eip155' })
  const { account } = await until(kit, (s) => s.account.eip155.status === 'connected')
  expect(account.eip155).toMatchObject({ connectorId: id, networkId: 'eip155:1' })
  expect(kit.store.get().modal).toMatchObject({ open: false, history: [{ name: 'Account' }] })
  kit.dispose()
})
