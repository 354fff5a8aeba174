import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { expect, onTestFinished, test } from 'vitest'
import { setUpKit, until } from '../test/setUpKit.ts'
import { connectWallet } from './features/connect/connectWallet.ts'
import { push } from './features/modal/navigate.ts'
import { openModal } from './features/modal/openModal.ts'
import { fakePage } from './ports/fakePage.ts'

const id = 'dev.billfold.devnet'
const walletOn1 = () => createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], solana: false })

test('finds, connects and shows a wallet, without server requests before the visitor acts', async () => {
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

/** A page before its first paint, with a wallet to discover. */
function beforeFirstFrame() {
  const page = fakePage()
  const frame = Promise.withResolvers<void>()
  page.page.painted = () => frame.promise
  walletOn1().install(page.page.events)
  const { kit } = setUpKit({ page })
  onTestFinished(() => kit.dispose())
  return { kit, draw: () => frame.resolve(), connectorIds: () => kit.store.get().connectors.map((each) => each.id) }
}

test('discovers wallets only after the first paint', async () => {
  const { kit, draw, connectorIds } = beforeFirstFrame()
  expect(connectorIds()).toEqual([])
  draw()
  await until(kit, (s) => s.connectors.length > 0)
  expect(connectorIds()).toEqual([id])
})

test('discovers wallets earlier if the dialog opens or a connection starts', async () => {
  const opening = beforeFirstFrame()
  openModal(opening.kit)
  expect(opening.connectorIds()).toEqual([id])
  const connecting = beforeFirstFrame()
  await connectWallet(connecting.kit, { connectorId: id, namespace: 'eip155' })
  expect(connecting.kit.store.get().account.eip155.status).toBe('connected')
})
