import { useCallback } from 'react'
import { useAppKitOf } from './AppKitContext.ts'
import { type BalanceAnswer, fetchBalance } from './fetchBalance.ts'

/** Asks what the active account holds; the answer is at most half a minute old. */
export function useAppKitBalance(): {
  /** Fetches the balance; resolves with an error rather than throwing. */
  fetchBalance: () => Promise<BalanceAnswer>
} {
  const { kit } = useAppKitOf('useAppKitBalance')
  return { fetchBalance: useCallback(() => fetchBalance(kit), [kit]) }
}
