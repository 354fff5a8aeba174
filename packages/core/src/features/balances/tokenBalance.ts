import type { Balance } from '@billfold/protocol/api/balances'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { cleanText } from '@billfold/protocol/cleanText'
import { unitsOf } from '../transactions/unitsOf.ts'

/** What an account has of one token. The amount is a whole number of smallest units; dollars are only for looking at. */
export type TokenBalance = {
  networkId: CaipNetworkId
  /** The token's plain address; absent for the chain's own coin. */
  address?: string
  name: string
  symbol: string
  amount: bigint
  decimals: number
  /** Of one token in dollars; absent where no one knows. */
  price?: number
  value?: number
  iconUrl?: string
  /** False where no list names it: it came by itself. */
  isListed?: boolean
}

const nameLength = 40
const symbolLength = 12
/** More dollars than there are: a price like that is a mistake or a lie. */
const maxDollars = 1e15

/** A row of the server as ours, or nothing where it is invalid. */
export function toTokenBalance(row: Balance): TokenBalance | undefined {
  const decimals = Number(row.quantity.decimals)
  const amount = unitsOf(row.quantity.numeric, decimals)
  const address = row.address?.split(':')[2]
  const symbol =
    cleanText(row.symbol, symbolLength) ||
    cleanText(row.name, symbolLength) ||
    // Of a token that says nothing of itself there is only its contract.
    (address && `${address.slice(0, 6)}…${address.slice(-4)}`)
  if (amount === undefined || amount <= 0n || !symbol || decimals > 77) return undefined
  const price = dollarsOf(row.price)
  const value = dollarsOf(row.value)
  return {
    networkId: row.chainId as CaipNetworkId,
    ...(address ? { address } : {}),
    name: cleanText(row.name, nameLength) || symbol,
    symbol,
    amount,
    decimals,
    ...(price === undefined ? {} : { price }),
    ...(price === undefined || value === undefined ? {} : { value }),
    ...(row.iconUrl ? { iconUrl: row.iconUrl } : {}),
    ...(row.isListed === undefined ? {} : { isListed: row.isListed }),
  }
}

const dollarsOf = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) && value > 0 && value < maxDollars ? value : undefined

/** What all of it is worth, where anything has a price. */
export function totalOf(balances: readonly TokenBalance[]): number | undefined {
  const priced = balances.filter(({ value }) => value !== undefined)
  return priced.length > 0 ? priced.reduce((sum, { value = 0 }) => sum + value, 0) : undefined
}
