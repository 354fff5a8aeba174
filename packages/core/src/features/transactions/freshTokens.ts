import { type CaipAddress, networkOf, parseCaipAddress } from '@billfold/protocol/caip'
import { tokenId } from '@billfold/protocol/nativeCoin'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { State } from '../../store.ts'

/** A server's answer may be this old, so for this long it is told to look again. */
const freshMs = 60_000

/** The tokens (CAIP-10) of an account that the visitor's own transactions have just moved: what anyone remembers of them is wrong. */
export function freshTokens(state: State, account: CaipAddress, now: number): readonly string[] {
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
