import { shownBalanceQuery } from '@billfold/core/features/account/shownBalanceQuery'
import type { Kit } from '@billfold/core/kit'
import { caipAddressOf } from '@billfold/core/model/connectedAccount'
import { loadQueries } from '@billfold/core/queries/loadQueries'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { KitError } from '@billfold/protocol/error'

/** The outcome of `fetchBalance`, which never throws. */
export type BalanceAnswer = {
  /** The balance as an exact decimal, and its symbol; undefined after an error. */
  data: { balance: string; symbol: string } | undefined
  /** The error message, or `null`. */
  error: string | null
  /** Whether `data` is there. */
  isSuccess: boolean
  /** Whether the balance could not be fetched. */
  isError: boolean
}

/**
 * An account's balance (by default the active one's) of its button's coin, exact to the last digit; returns errors
 * instead of throwing. `isFresh` queries the chain even if the page has just done so.
 */
export async function fetchBalance(
  kit: Kit,
  address = caipAddressOf(kit.store.get()),
  { isFresh = false } = {},
): Promise<BalanceAnswer> {
  if (!address) return failed('No account is connected')
  try {
    const query = shownBalanceQuery(kit, { address })
    const fresh = isFresh ? { staleTime: 0 } : {}
    const { value, decimals, symbol } = await (await loadQueries(kit)).fetchQuery({ ...query, ...fresh })
    return {
      data: { balance: decimalOf({ amount: value, decimals }), symbol },
      error: null,
      isSuccess: true,
      isError: false,
    }
  } catch (e) {
    return failed(KitError.from(e).message)
  }
}

const failed = (error: string): BalanceAnswer => ({ data: undefined, error, isSuccess: false, isError: true })
