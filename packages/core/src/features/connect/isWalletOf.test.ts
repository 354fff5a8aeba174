import { expect, test } from 'vitest'
import { isWalletOf } from './isWalletOf.ts'

const metamask = { id: 'c57c', name: 'MetaMask', rdns: 'io.metamask' }

test.each([
  [{ id: 'io.metamask', rdns: 'io.metamask', name: 'MetaMask' }, true],
  [{ id: 'io.metamask.mobile', rdns: 'io.metamask.mobile', name: 'MetaMask Mobile' }, true],
  [{ id: 'x', explorerId: 'c57c', name: 'Another' }, true],
  [{ id: 'MetaMask', name: 'MetaMask' }, true],
  [{ id: 'MetaMask', name: 'MetaMask Wallet' }, true],
  // Anyone who has an rdns of its own is not taken for another because of its name.
  [{ id: 'org.evil', rdns: 'org.evil', name: 'MetaMask' }, false],
  [{ id: 'injected', name: 'MetaMask', type: 'INJECTED' }, false],
  [{ id: 'Rabby', name: 'Rabby' }, false],
])('%j is MetaMask: %s', (connector, expected) => {
  expect(isWalletOf(connector, metamask)).toBe(expected)
})

test('a wallet that the registry knows by its name alone is found by it, with and without the word', () => {
  const trust = { id: '4622', name: 'Trust Wallet' }
  expect(isWalletOf({ id: 'Trust', name: 'Trust' }, trust)).toBe(true)
  expect(isWalletOf({ id: 'com.trust', rdns: 'com.trust', name: 'Trust Wallet' }, trust)).toBe(true)
})

test('an extension that has only a word in the page for itself is known by it, in its own family', () => {
  const subWallet = {
    id: '34f7',
    name: 'SubWallet',
    injected: [{ namespace: 'polkadot', injected_id: 'subwallet-js' }],
  }
  expect(isWalletOf({ id: 'subwallet-js', name: 'subwallet-js', namespace: 'polkadot' }, subWallet)).toBe(true)
  expect(isWalletOf({ id: 'subwallet-js', name: 'subwallet-js', namespace: 'eip155' }, subWallet)).toBe(false)
  // What says nothing of itself is no wallet that says nothing either.
  expect(isWalletOf({ name: 'Other' }, { ...subWallet, injected: [{}] })).toBe(false)
})
