import { caipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { getAddress } from 'viem/utils'
import type { TransferRequest } from '../transfers.ts'

/** The canonical form of an address. Mixed case is a checksum (EIP-55) and must match; a single case has none. */
export function parseRecipient(text: string): string {
  const body = /^0x([0-9a-fA-F]{40})$/.exec(text.trim())?.[1]
  const address = body && getAddress(`0x${body.toLowerCase()}`)
  const isPlain = body !== undefined && (body === body.toLowerCase() || body === body.toUpperCase())
  if (!address || !(isPlain || address === `0x${body}`))
    throw new KitError('invalid_input', { message: 'Address is invalid' })
  return address
}

/** Addresses without a key: the first 65,536 (zero, precompiles and typed numbers), and those made up for burning. */
export function isBurn(address: string): boolean {
  const body = address.slice(2).toLowerCase()
  return (
    /^0{36}/.test(body) ||
    /^0*dead$/.test(body) ||
    /^(dead)+$/.test(body) ||
    body.startsWith('dead0000000000000000') ||
    /^(.)\1{39}$/.test(body)
  )
}

/** Parses an `ethereum:` link (EIP-681), a CAIP-10 id or an address. */
export function parseRequest(text: string): TransferRequest | undefined {
  const trimmed = text.trim()
  const caip = /^eip155:(\d{1,16}):(0x[0-9a-fA-F]{40})$/.exec(trimmed)
  if (caip) return { address: parseRecipient(caip[2] ?? ''), networkId: caipNetworkId('eip155', Number(caip[1])) }
  const link = /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d{1,16}))?(?:\/(\w+))?(?:\?(.*))?$/i.exec(trimmed)
  if (!link) return undefined
  const [, target = '', chain, call, query] = link
  const parameters = new URLSearchParams(query ?? '')
  const networkId = chain === undefined ? {} : { networkId: caipNetworkId('eip155', Number(chain)) }
  if (call === undefined) return { address: parseRecipient(target), ...networkId, ...amountOf(parameters.get('value')) }
  // Only transfer calls are payments.
  if (call !== 'transfer') throw new KitError('invalid_input', { message: 'The link does not request a transfer' })
  const token = parseRecipient(target)
  return {
    address: parseRecipient(parameters.get('address') ?? ''),
    token,
    ...networkId,
    ...amountOf(parameters.get('uint256')),
  }
}

/** EIP-681 allows `2.014e18`: read exactly, and rejected if it is not an integer. */
function amountOf(text: string | null): { amount?: bigint } {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d{1,60})(?:\.(\d{1,60}))?(?:e(\d{1,2}))?$/i.exec(text ?? '') ?? []
  if (whole === undefined || fraction.length > Number(exponent)) return {}
  return { amount: BigInt(whole + fraction.padEnd(Number(exponent), '0')) }
}
