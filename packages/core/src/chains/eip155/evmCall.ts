import { KitError } from '@billfold/protocol/error'
import type { TransferCall } from '../transfers.ts'

/** A call on an EVM chain. */
export type EvmCall = {
  from: string
  to: string
  value: bigint
  data: string
  /** Gas and its price, as the wallet is told; what is absent the wallet works out. */
  fields?: Readonly<Record<string, string>>
}

/** The call as it is kept: the value in decimal. */
export const writeCall = ({ value, ...call }: EvmCall): TransferCall => ({ ...call, value: `${value}` })

/** The call again, which may have come out of a page's storage. */
export function readCall({ from, to, value, data, fields }: TransferCall): EvmCall {
  const isCall = isText(from) && isText(to) && isText(data) && isText(value) && /^\d{1,78}$/.test(value)
  if (!isCall) throw new KitError('invalid_input', { message: 'Call is invalid' })
  const call = { from, to, data, value: BigInt(value) }
  return isFields(fields) ? { ...call, fields } : call
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFields = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText)
