import type { AmountUnits } from '@billfold/core/features/amount/entryUnits'
import { BuyButton } from './BuyButton.tsx'

type Token = { address?: string | undefined }
/** As much of a form as says what it lacks. */
type Lacking = {
  read: AmountUnits
  balance: { data: bigint | undefined }
  /** What is sent, or what is paid in a swap. */
  token?: Token
  from?: Token | undefined
}

/** Where funds are insufficient: a way to buy as much of the token as is missing, or else the coin that pays the network. */
export function BuyMissing({ form: { read, balance, token, from } }: { form: Lacking }) {
  const isShort = 'units' in read && balance.data !== undefined && read.units > balance.data
  const missing = isShort ? { token: (token ?? from)?.address, lacks: read.units - balance.data! } : {}
  return <BuyButton missing={missing} />
}
