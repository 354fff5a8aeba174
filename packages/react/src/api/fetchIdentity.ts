import { identityQuery } from '@billfold/core/features/identity/identityQuery'
import type { Kit } from '@billfold/core/kit'
import { loadQueries } from '@billfold/core/queries/loadQueries'

/** An address's name and avatar, in AppKit's shape; empty if the API knows none. */
export async function fetchIdentity(
  kit: Kit,
  address: string,
): Promise<{ name: string | null; avatar: string | null }> {
  const { name = null, avatar = null } = await (await loadQueries(kit)).fetchQuery(identityQuery(kit, { address }))
  return { name, avatar }
}
