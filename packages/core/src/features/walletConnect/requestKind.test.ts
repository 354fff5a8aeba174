import { expect, test } from 'vitest'
import { requestKind } from './requestKind.ts'

test.each([
  ['personal_sign', 'signature'],
  ['eth_signTypedData_v4', 'signature'],
  ['solana_signMessage', 'signature'],
  ['signMessage', 'signature'],
  ['cardano_signData', 'signature'],
  ['eth_sendTransaction', 'transaction'],
  ['eth_signTransaction', 'transaction'],
  ['wallet_sendCalls', 'transaction'],
  ['solana_signAllTransactions', 'transaction'],
  ['sendTransfer', 'transaction'],
  ['signPsbt', 'transaction'],
  ['algo_signTxn', 'transaction'],
  ['cardano_signTx', 'transaction'],
  ['wallet_switchEthereumChain', 'network'],
  ['wallet_addEthereumChain', 'network'],
  ['wallet_getCapabilities', undefined],
  ['wallet_watchAsset', undefined],
  ['near_getAccounts', undefined],
  ['near_signIn', undefined],
  ['near_signOut', undefined],
  ['', undefined],
])('maps %s to %s', (method, kind) => {
  expect(requestKind(method)).toBe(kind)
})
