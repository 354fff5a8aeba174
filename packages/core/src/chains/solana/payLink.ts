import { decodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { paymentLinkNote } from '@billfold/protocol/paymentLinkNote'
import type { TransferRequest } from '../transfers.ts'

const coinDecimals = 9

/** Parses a Solana address; throws if invalid. */
export function parseRecipient(text: string): string {
  const address = text.trim()
  if (isAddress(address)) return address
  throw new KitError('invalid_input', { message: 'Not a Solana address' })
}

/**
 * Parses a Solana Pay link (`solana:<address>?amount=…&spl-token=…&reference=…&memo=…&label=…&message=…`); rejects
 * transaction requests to a shop's server, and invalid references, by which the payee would find the payment.
 */
export function parseRequest(text: string): TransferRequest | undefined {
  const [, address = '', query = ''] = /^solana:(?:\/\/)?([^?/]+)\/?(?:\?(.*))?$/i.exec(text.trim()) ?? []
  if (!isAddress(address)) return undefined
  const parameters = new URLSearchParams(query)
  const [token, decimal, memo] = ['spl-token', 'amount', 'memo'].map((name) => parameters.get(name) ?? undefined)
  if (token !== undefined && !isAddress(token)) return undefined
  const references = parameters.getAll('reference')
  if (!references.every(isAddress)) return undefined
  const isAmount = decimal !== undefined && amountForm.test(decimal)
  const amount = isAmount && token === undefined ? unitsOf(decimal) : undefined
  return {
    address,
    ...(token === undefined ? {} : { token }),
    ...(amount === undefined ? {} : { amount }),
    ...(isAmount && token !== undefined ? { decimal } : {}),
    ...(memo ? { memo } : {}),
    ...(references.length > 0 ? { references } : {}),
    ...paymentLinkNote(parameters),
  }
}

/** Accounts without a key. */
const burns = new Set([
  '1nc1nerator11111111111111111111111111111111',
  '11111111111111111111111111111111',
  'So11111111111111111111111111111111111111111',
  'So11111111111111111111111111111111111111112',
])
export const isBurn = (address: string): boolean => burns.has(address)

function isAddress(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return false
  return decodeBase58(text).length === 32
}

const amountForm = /^\d{1,20}(?:\.\d{1,18})?$/

function unitsOf(decimal: string): bigint | undefined {
  const [, whole, part = ''] = /^(\d{1,20})(?:\.(\d{1,9}))?$/.exec(decimal) ?? []
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(coinDecimals, '0'))
}
