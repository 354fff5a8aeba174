import { expect, it } from 'vitest'
import { sharesRelay } from './sharesRelay.ts'

const of = (relays?: string[]) => ({ id: 'acme', name: 'Acme', ...(relays ? { relays } : {}) })
const theirs = of(['wss://relay.walletconnect.com'])

it.each([
  [{ relayUrl: 'wss://relay.walletconnect.org' }, theirs, true],
  [{ relayUrl: ['wss://relay.example', 'wss://relay.walletconnect.com/?a=b'] }, theirs, true],
  [
    { relayUrl: 'wss://relay.example', relays: [{ url: 'wss://relay.walletconnect.org', projectId: 'x' }] },
    theirs,
    true,
  ],
  [{ relayUrl: 'wss://relay.example' }, theirs, false],
  [{ relayUrl: 'wss://relay.walletconnect.com.evil.example' }, theirs, false],
  [{ relayUrl: 'wss://relay.example' }, of(), true],
  [{ relayUrl: 'wss://relay.example' }, undefined, true],
  [{ relayUrl: 'ws://localhost:4103' }, theirs, true],
  [{ relayUrl: 'ws://127.0.0.1:4103' }, theirs, true],
  [{ relayUrl: 'wss://localhost.example' }, theirs, false],
  // A site's own provider brings a relay that the kit does not know.
  [{}, theirs, true],
])('compares relays by host: %o', (options, wallet, expected) => {
  expect(sharesRelay({ enableWalletConnect: true, ...options }, wallet)).toBe(expected)
  expect(sharesRelay({ ...options, enableWalletConnect: false }, wallet)).toBe(!wallet?.relays)
})
