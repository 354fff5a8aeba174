import type { ConnectorInfo } from '@billfold/core/model/connector'
import type { State } from '@billfold/core/model/state'
import { expect, it } from 'vitest'
import { installedWallet, plainName, walletTitle } from './walletNames.ts'

const connector = (id: string, name: string, namespace: ConnectorInfo['namespace']): ConnectorInfo => ({
  id,
  name,
  namespace,
  type: 'ANNOUNCED',
})
const state = {
  connectors: [connector('io.metamask', 'MetaMask', 'eip155'), connector('Trust', 'Trust Wallet', 'solana')],
} as unknown as State

it.each([
  ['metamask', 'MetaMask'],
  ['walletConnect', 'WalletConnect'],
  ['magic-eden', 'Magic Eden'],
  ['rainbow', 'Rainbow'],
])('calls %s %s', (wallet, title) => {
  expect(walletTitle(wallet)).toBe(title)
})

it('finds an installed wallet however it is written, in the family asked for', () => {
  expect(installedWallet(state, 'MetaMask')?.id).toBe('io.metamask')
  expect(installedWallet(state, 'io.metamask')?.id).toBe('io.metamask')
  expect(installedWallet(state, 'trust')?.id).toBe('Trust')
  expect(installedWallet(state, 'trust', 'eip155')).toBeUndefined()
  expect(plainName('Wallet')).toBe('wallet')
})
