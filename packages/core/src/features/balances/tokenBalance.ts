import type { Balance } from '@billfold/protocol/api/balances'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { cleanText } from '@billfold/protocol/cleanText'
import type { TokenBalance } from '../../model/tokenBalance.ts'
import { unitsOf } from '../transactions/unitsOf.ts'

const nameLength = 40
const symbolLength = 12
/** More dollars than exist: the price is wrong. */
const maxDollars = 1e15

/** Parses a row of the server; undefined if invalid. */
export function toTokenBalance(row: Balance): TokenBalance | undefined {
  const decimals = Number(row.quantity.decimals)
  const amount = unitsOf(row.quantity.numeric, decimals)
  const address = row.address?.split(':')[2]
  const symbol =
    cleanText(row.symbol, symbolLength) ||
    cleanText(row.name, symbolLength) ||
    // An unnamed token is known by its contract only.
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

/** The total value, if anything has a price. */
export function totalOf(balances: readonly TokenBalance[]): number | undefined {
  const priced = balances.filter(({ value }) => value !== undefined)
  return priced.length > 0 ? priced.reduce((sum, { value = 0 }) => sum + value, 0) : undefined
}
