import { expect, test } from 'vitest'
import { isWalletOf } from './isWalletOf.ts'

const metamask = { id: 'c57c', name: 'MetaMask', rdns: 'io.metamask' }

test.each([
  [{ id: 'io.metamask', rdns: 'io.metamask', name: 'MetaMask' }, true],
  [{ id: 'io.metamask.mobile', rdns: 'io.metamask.mobile', name: 'MetaMask Mobile' }, true],
  [{ id: 'x', explorerId: 'c57c', name: 'Another' }, true],
  [{ id: 'MetaMask', name: 'MetaMask' }, true],
  [{ id: 'MetaMask', name: 'MetaMask Wallet' }, true],
  // A wallet with another rdns is not matched by name.
  [{ id: 'org.evil', rdns: 'org.evil', name: 'MetaMask' }, false],
  [{ id: 'injected', name: 'MetaMask', type: 'INJECTED' }, false],
  [{ id: 'Rabby', name: 'Rabby' }, false],
])('%j is MetaMask: %s', (connector, expected) => {
  expect(isWalletOf(connector, metamask)).toBe(expected)
})

test('matches a wallet without rdns by name, with and without “Wallet”', () => {
  const trust = { id: '4622', name: 'Trust Wallet' }
  expect(isWalletOf({ id: 'Trust', name: 'Trust' }, trust)).toBe(true)
  expect(isWalletOf({ id: 'com.trust', rdns: 'com.trust', name: 'Trust Wallet' }, trust)).toBe(true)
})

test('matches an extension that has only an injected key by that, within its family', () => {
  const subWallet = {
    id: '34f7',
    name: 'SubWallet',
    injected: [{ namespace: 'polkadot', injected_id: 'subwallet-js' }],
  }
  expect(isWalletOf({ id: 'subwallet-js', name: 'subwallet-js', namespace: 'polkadot' }, subWallet)).toBe(true)
  expect(isWalletOf({ id: 'subwallet-js', name: 'subwallet-js', namespace: 'eip155' }, subWallet)).toBe(false)
  // Two wallets without any identity do not match.
  expect(isWalletOf({ name: 'Other' }, { ...subWallet, injected: [{}] })).toBe(false)
})
