import type { AmountUnits } from '@billfold/core/features/amount/entryUnits'
import { missingFunds } from '@billfold/core/features/onramp/missingFunds'
import { BuyButton } from './BuyButton.tsx'

type Token = { address?: string | undefined }
/** As much of a form as says what it lacks. */
type Lacking = {
  read: AmountUnits
  balance: { data: bigint | undefined }
  /** The account's balance of the native coin, and the network fee. */
  coins: bigint | undefined
  fee: bigint | undefined
  source: { type: string }
  /** The token to send, or to pay with in a swap. */
  token?: Token
  from?: Token | undefined
}

/** Shown if funds are insufficient: a button to buy the missing amount of the token, otherwise of the native coin. */
export function BuyMissing({ form: { read, balance, coins, source, ...form } }: { form: Lacking }) {
  const token = (form.token ?? form.from)?.address
  const units = 'units' in read ? read.units : undefined
  // Someone else may pay the network for a smart account.
  const fee = source.type === 'smartAccount' ? 0n : form.fee
  return <BuyButton missing={missingFunds({ units, token, balance: balance.data, coins, fee })} />
}
