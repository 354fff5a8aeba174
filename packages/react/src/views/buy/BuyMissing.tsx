import type { AmountUnits } from '@billfold/core/features/amount/entryUnits'
import { missingFunds } from '@billfold/core/features/onramp/missingFunds'
import { BuyButton } from './BuyButton.tsx'

type Token = { address?: string | undefined }
/** As much of a form as says what it lacks. */
type Lacking = {
  read: AmountUnits
  balance: { data: bigint | undefined }
  /** What the account has of the coin that pays the network, and what that takes. */
  coins: bigint | undefined
  fee: bigint | undefined
  source: { type: string }
  /** What is sent, or what is paid in a swap. */
  token?: Token
  from?: Token | undefined
}

/** Where funds are insufficient: a way to buy as much of the token as is missing, or else of the coin that pays the network. */
export function BuyMissing({ form: { read, balance, coins, source, ...form } }: { form: Lacking }) {
  const token = (form.token ?? form.from)?.address
  const units = 'units' in read ? read.units : undefined
  // Someone else may pay the network for a smart account.
  const fee = source.type === 'smartAccount' ? 0n : form.fee
  return <BuyButton missing={missingFunds({ units, token, balance: balance.data, coins, fee })} />
}
