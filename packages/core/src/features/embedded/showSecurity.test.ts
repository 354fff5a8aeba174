import { afterEach, expect, test } from 'vitest'
import { fixtureAddresses, fixtureFrame } from '../../../test/embedded/fixtureFrame.ts'
import { setUpKit, until } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import { startEmbedded } from '../../reactions/startEmbedded.ts'
import { showSecurity } from './showSecurity.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.dispose()
})

/** A logged-in visitor, and what the frame's own screens change. */
async function visit(onShown: (frame: { isIn: boolean; email: string }) => void) {
  const state = { isIn: true, email: 'ann@site.example' }
  const frame = fixtureFrame({
    IS_CONNECTED: async () => ({ isConnected: state.isIn }),
    GET_USER: async (input) => ({
      address: fixtureAddresses[String(input?.chainId).startsWith('solana') ? 'solana' : 'eip155'],
      chainId: input?.chainId ?? 1,
      email: state.email,
    }),
    SHOW_SECURITY: async () => onShown(state),
  })
  const scene = setUpKit({ walletUrl: 'https://wallet.site.example' })
  kits.push(scene.kit)
  startEmbedded(scene.kit, frame.open)
  scene.kit.store.send({ type: 'embedded/loggedIn', by: 'email' })
  await until(scene.kit, (now) => connectedAccount(now, 'solana') !== undefined)
  return scene
}

test('disconnects every family once the device has removed the wallet', async () => {
  const { kit } = await visit((state) => (state.isIn = false))
  await showSecurity(kit)
  const statuses = () => ['eip155', 'solana'].map((family) => kit.store.get().account[family as 'solana'].status)
  await expect.poll(statuses).toEqual(['disconnected', 'disconnected'])
  // The next login uses the last active family.
  expect(kit.store.get().network.activeNamespace).toBe('eip155')
})

test('shows an address changed there', async () => {
  const { kit } = await visit((state) => (state.email = 'bea@site.example'))
  await showSecurity(kit)
  const shown = () => connectedAccount(kit.store.get(), 'eip155')?.accounts[0].embedded?.user.email
  await expect.poll(shown).toBe('bea@site.example')
  expect(kit.store.get().account.eip155.status).toBe('connected')
})
