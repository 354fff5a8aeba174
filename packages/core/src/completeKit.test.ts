import { createDevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { expect, test } from 'vitest'
import { setUpKit, until } from '../test/setUpKit.ts'
import { completeKit } from './completeKit.ts'
import { push } from './features/modal/navigate.ts'
import { openModal } from './features/modal/openModal.ts'
import type { Kit } from './kit.ts'
import type { fakeClock } from './ports/fakeClock.ts'
import { fakePage } from './ports/fakePage.ts'
import { fakeStorage } from './ports/fakeStorage.ts'

type FakeClock = ReturnType<typeof fakeClock>
const id = 'dev.billfold.devnet'
const walletOn1 = () => createDevnetWallet({ chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:1' }], solana: false })

test('replays early events once the kit is fully loaded', async () => {
  const { kit, page } = setUpKit({ isComplete: false })
  walletOn1().install(page.page.events)
  openModal(kit)
  push(kit, { name: 'ConnectingExternal', connectorId: id, namespace: 'eip155' })
  expect(kit.store.get().connectAttempt.phase).toBe('idle')
  await until(kit, (s) => s.account.eip155.status === 'connected')
  expect(kit.store.get().modal.open).toBe(false)
  kit.dispose()
})

test('reconnects a returning visitor automatically', async () => {
  const wallet = walletOn1()
  const storage = fakeStorage()
  const first = setUpKit({ storage, isComplete: false })
  const vanish = wallet.install(first.page.page.events)
  openModal(first.kit)
  push(first.kit, { name: 'ConnectingExternal', connectorId: id, namespace: 'eip155' })
  await until(first.kit, (s) => s.account.eip155.status === 'connected')
  first.kit.dispose()
  vanish()
  const page = fakePage()
  wallet.install(page.page.events)
  const again = setUpKit({ storage, page, isComplete: false })
  expect(again.kit.store.get().account.eip155.status).toBe('reconnecting')
  await until(again.kit, (s) => s.account.eip155.status === 'connected')
  again.kit.dispose()
})

test('loads an idle page’s kit eventually, once, unless it was disposed', async () => {
  const { kit, clock, storage } = setUpKit({ isComplete: false })
  const other = storage.tab()
  clock.advance(3000)
  await import('./completeKit.ts')
  completeKit(kit)
  completeKit(kit)
  other.set('@appkit/eip155:connected_connector_id', 'io.other')
  expect(kit.store.get().account.eip155).toEqual({ status: 'reconnecting', connectorId: 'io.other' })
  const ended = setUpKit({ isComplete: false })
  ended.kit.dispose()
  completeKit(ended.kit)
  openModal(ended.kit)
  push(ended.kit, { name: 'ConnectingExternal', connectorId: 'io.gone', namespace: 'eip155' })
  expect(ended.kit.store.get().connectAttempt).toEqual({ phase: 'idle' })
})

test.each([
  ['who drew the dialog says so', (kit: Kit) => kit.complete()],
  ['no one draws it', (_: Kit, clock: FakeClock) => clock.advance(500)],
])('loads the kit after the dialog’s first paint: %s', async (_, drawn) => {
  const { kit, clock } = setUpKit({ isComplete: false, relayUrl: 'ws://127.0.0.1:1' })
  openModal(kit)
  await import('./completeKit.ts')
  await Promise.resolve()
  expect(kit.walletConnect).toBeUndefined()
  drawn(kit, clock)
  await expect.poll(() => kit.walletConnect).toBeDefined()
  kit.dispose()
})
