import type { AnyNamespace } from '@billfold/protocol/caip'
import { useMemo } from 'react'
import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { type PublicAccount, publicAccount } from './publicState.ts'

/** The connected account, of the active family unless one is named. */
export function useAppKitAccount(options?: {
  /** The family asked about; the active one by default. */
  namespace?: AnyNamespace
}): PublicAccount {
  const { kit } = useAppKitOf('useAppKitAccount')
  const namespace = options?.namespace
  const { allAccounts, ...account } = useSelectOf(kit, (state) => {
    const { allAccounts: all, ...rest } = publicAccount(state, namespace)
    // Kept as text while comparing, so that the same accounts are the same value.
    return { ...rest, allAccounts: JSON.stringify(all) }
  })
  return {
    ...account,
    allAccounts: useMemo(() => JSON.parse(allAccounts) as PublicAccount['allAccounts'], [allAccounts]),
  }
}
