import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { KitError } from '@billfold/protocol/error'
import { paymentLinkNote } from '@billfold/protocol/paymentLinkNote'
import type { TransferRequest } from '../transfers.ts'
import { addressOn } from './sendPlan.ts'

const longest = 2000
const decimals = 8

export const parseRecipient = (text: string, networkId: string): string => addressOn(text.trim(), networkId).address

/** Parses a BIP-21 link; rejects unknown required parameters, as BIP-21 demands. */
export function parseRequest(text: string, networkId: string): TransferRequest | undefined {
  const [, body = ''] = /^bitcoin:(.*)$/is.exec(text.trim()) ?? []
  if (!body || body.length > longest) return undefined
  const [place = '', query = ''] = body.split('?', 2)
  const fields = new URLSearchParams(query)
  const { address } = addressOn(place, networkId)
  if ([...fields.keys()].some((name) => name.startsWith('req-')))
    throw new KitError('invalid_input', { message: 'The link has an unsupported parameter' })
  const amount = fields.get('amount')
  return { address, ...(amount === null ? {} : { amount: readAmount(amount) }), ...paymentLinkNote(fields) }
}

/** Converts bitcoins to satoshis; throws if invalid or finer than a satoshi. */
function readAmount(text: string): bigint {
  const [, whole = '', fraction = ''] = /^(\d{1,8})?(?:\.(\d{1,8}))?$/.exec(text) ?? []
  const amount = BigInt(`${whole || '0'}${fraction.padEnd(decimals, '0')}`)
  if (amount === 0n) throw new KitError('invalid_input', { message: 'The link’s amount is invalid' })
  return amount
}

/** Hashes without a known key or script. */
export const isBurn = (address: string): boolean => {
  const { script, kind } = readBitcoinAddress(address)
  const [from, to] = kind === 'p2pkh' ? [3, 23] : kind === 'p2sh' ? [2, 22] : [2, script.length]
  return script.slice(from, to).every((byte) => byte === 0) || burned.has(address)
}
const burned: ReadonlySet<string> = new Set([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
])
