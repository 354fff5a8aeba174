import { KitError } from '@billfold/protocol/error'
import type { TransferCall } from '../../model/transfer.ts'

/** A call on an EVM chain. */
export type EvmCall = {
  from: string
  to: string
  value: bigint
  data: string
  /** Gas and its price for the wallet; it computes missing ones. */
  fields?: Readonly<Record<string, string>>
}

/** The stored form of a call: the value in decimal. */
export const writeCall = ({ value, ...call }: EvmCall): TransferCall => ({ ...call, value: `${value}` })

/** Parses a call, possibly from storage. */
export function readCall({ from, to, value, data, fields }: TransferCall): EvmCall {
  const isCall = isText(from) && isText(to) && isText(data) && isText(value) && /^\d{1,78}$/.test(value)
  if (!isCall) throw new KitError('invalid_input', { message: 'Call is invalid' })
  const call = { from, to, data, value: BigInt(value) }
  return isFields(fields) ? { ...call, fields } : call
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFields = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText)
