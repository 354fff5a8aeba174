import { expect, it } from 'vitest'
import { setUpKit } from '../../../test/setUpKit.ts'
import { alertUnusedRelay } from './alertUnusedRelay.ts'

const theirs = { id: 'w', name: 'Wallet', mobile_link: 'wallet://', relays: ['wss://relay.walletconnect.com'] }

it('reports relays that no listed wallet uses, once, in debug mode', () => {
  const { kit } = setUpKit({ relayUrl: 'wss://relay.example.com', debug: true })
  alertUnusedRelay(kit, [{ id: 'x', name: 'Extension' }])
  expect(kit.store.get().alert.phase).toBe('hidden')
  alertUnusedRelay(kit, [theirs, { id: 'x', name: 'Extension' }])
  expect(kit.store.get().alert).toMatchObject({
    phase: 'shown',
    code: 'invalidAppConfiguration',
    detail:
      'The QR code uses relay.example.com, and no listed wallet does. Add their relay to relays (wss://relay.walletconnect.com), or list wallets of yours.',
  })
  kit.store.send({ type: 'alert/closed' })
  alertUnusedRelay(kit, [theirs])
  expect(kit.store.get().alert.phase).toBe('hidden')
})

it.each([
  [{ relayUrl: 'wss://relay.walletconnect.org' }, [theirs]],
  [{ relayUrl: 'wss://relay.example.com' }, [theirs, { ...theirs, id: 'own', relays: ['wss://relay.example.com'] }]],
  [{ relayUrl: 'ws://localhost:4103' }, [theirs]],
  [{}, [theirs]],
  [{ relayUrl: 'wss://relay.example.com', debug: false }, [theirs]],
])('shows nothing for %o', (options, wallets) => {
  const { kit } = setUpKit({ debug: true, ...options })
  alertUnusedRelay(kit, wallets)
  expect(kit.store.get().alert.phase).toBe('hidden')
})
