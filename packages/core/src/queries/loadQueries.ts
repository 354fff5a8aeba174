import { KitError } from '@billfold/protocol/error'
import type { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'

/** The kit's queries for code on an idle page: loads query-core if necessary. */
export async function loadQueries(kit: Kit): Promise<QueryClient> {
  const { queriesOf } = await import('./queriesOf.ts')
  if (kit.isDisposed) throw new KitError('aborted')
  return queriesOf(kit)
}
