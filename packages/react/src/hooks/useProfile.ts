import { identityQuery, type Profile } from '@billfold/core/features/identity/identityQuery'
import { useKit } from './KitContext.ts'
import { useKitQuery } from './useKitQuery.ts'

/** The name and picture an account goes by, where our server can tell. */
export function useProfile(address: string, isServed: boolean): Profile {
  const { data } = useKitQuery({ ...identityQuery(useKit(), { address }), enabled: isServed })
  return data ?? {}
}
