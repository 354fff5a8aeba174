import { encodeBase58 } from '@billfold/protocol/base58'
import { hexOf } from '@billfold/protocol/bytes'

/** One request to a wallet, and how to show the response. */
export type WalletRequest = { method: string; params: unknown }

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ],
  Note: [
    { name: 'to', type: 'address' },
    { name: 'text', type: 'string' },
    { name: 'amount', type: 'uint256' },
  ],
}

/** `personal_sign` of a text, as its bytes. */
export function messageRequest(address: string, message: string): WalletRequest {
  const bytes = new TextEncoder().encode(message)
  return { method: 'personal_sign', params: [`0x${hexOf(bytes)}`, address] }
}

/** `eth_signTypedData_v4` of a small note to oneself. */
export function typedDataRequest(address: string, chainId: number, text: string): WalletRequest {
  const data = {
    types,
    primaryType: 'Note',
    domain: { name: 'Billfold playground', version: '1', chainId },
    message: { to: address, text, amount: '1000000000000000000' },
  }
  return { method: 'eth_signTypedData_v4', params: [address, JSON.stringify(data)] }
}

/** A transaction of zero to oneself: real on every chain, at the cost of its gas. */
export function transactionRequest(address: string): WalletRequest {
  return { method: 'eth_sendTransaction', params: [{ from: address, to: address, value: '0x0' }] }
}

/** Two transactions of zero to oneself, in one request (EIP-5792). */
export function callsRequest(address: string, chainId: number): WalletRequest {
  const call = { to: address, value: '0x0', data: '0x' }
  const bundle = { version: '2.0.0', from: address, chainId: `0x${chainId.toString(16)}`, atomicRequired: false }
  return { method: 'wallet_sendCalls', params: [{ ...bundle, calls: [call, call] }] }
}

/** The status of a bundle of calls. */
export const callsStatusRequest = (id: string): WalletRequest => ({ method: 'wallet_getCallsStatus', params: [id] })

/** A Solana wallet's signature of a text. */
export function solanaMessageRequest(address: string, message: string): WalletRequest {
  const bytes = new TextEncoder().encode(message)
  return { method: 'solana_signMessage', params: { message: encodeBase58(bytes), pubkey: address } }
}

/** A Bitcoin wallet's signature of a text, by WalletConnect's method. */
export const bitcoinMessageRequest = (address: string, message: string): WalletRequest => ({
  method: 'signMessage',
  params: { account: address, message },
})

/** A Polkadot wallet's signature of a text. */
export function polkadotMessageRequest(address: string, message: string): WalletRequest {
  return { method: 'polkadot_signMessage', params: { address, message } }
}
