import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { tokenId } from '@billfold/protocol/nativeCoin'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { State } from '../../model/state.ts'

/** The server caches this long: until then, request a refresh. */
const freshMs = 60_000

/** An account's tokens (CAIP-10) that the visitor's own transactions just moved, so that cached balances are wrong. */
export function recentlyMovedTokens(state: State, account: CaipAddress, now: number): readonly string[] {
  const networkId = networkOf(account)
  const { address } = parseCaipAddress(account)
  const isHere = (text: string) => sameAddress(networkId, text, address)
  const moved = state.transactions.filter(
    ({ networkId: place, from, meant, settledAt }) =>
      place === networkId && (isHere(from) || isHere(meant.to)) && settledAt !== undefined && now - settledAt < freshMs,
  )
  if (moved.length === 0) return []
  const tokens = moved.flatMap(({ meant }) => [meant.token, meant.paid?.token])
  return [...new Set([undefined, ...tokens].map((token) => tokenId(networkId, token)))]
}
