import { nativePlaceholders } from '@billfold/protocol/api/prices'
import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import type { State } from '../../store.ts'

/** A server's answer may be this old, so for this long it is told to look again. */
const freshMs = 60_000

/** The tokens (CAIP-10) of an account that the visitor's own transactions have just moved: what anybody remembers of them is wrong. */
export function freshTokens(state: State, account: CaipAddress, now: number): readonly string[] {
  const networkId = networkOf(account)
  const { namespace, address } = parseCaipAddress(account)
  const isHere = (text: string) => text.toLowerCase() === address.toLowerCase()
  const moved = state.transactions.filter(
    ({ networkId: place, call, meant, settledAt }) =>
      place === networkId &&
      (isHere(call.from) || isHere(meant.to)) &&
      settledAt !== undefined &&
      now - settledAt < freshMs,
  )
  if (moved.length === 0) return []
  const tokens = moved.flatMap(({ meant }) => [meant.token, meant.paid?.token].filter((token) => token !== undefined))
  return [...new Set([nativePlaceholders[namespace], ...tokens])].map((token) => `${networkId}:${token}`)
}
