import { namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { addressesOf } from '../../model/connectedAccount.ts'
import { connectionsOf } from '../connect/connections.ts'
import { addressCaches } from './addressCaches.ts'

/** Clears all cached data except for addresses that are connected or reconnecting; drops responses in flight. */
export function forgetAddresses({ store, ports: { storage }, queries }: Kit): void {
  const state = store.get()
  const kept = namespaces.flatMap((each) => [
    ...connectionsOf(state, each).flatMap(addressesOf),
    ...(state.account[each].status === 'reconnecting' ? [`${each}:`] : []),
  ])
  const isKept = (text: string) => kept.some((address) => text.includes(address))
  queries?.removeQueries({
    predicate: ({ queryKey }) =>
      addressCaches.queries.some((name) => name === queryKey[0]) && !isKept(JSON.stringify(queryKey)),
  })
  for (const key of addressCaches.storage) storage.set(key, entriesOf(storage.get(key), isKept))
}

/** The entries to keep, serialized; undefined if there are none. */
function entriesOf(text: string | undefined, isKept: (id: string) => boolean): string | undefined {
  try {
    const entries = Object.entries(JSON.parse(text ?? '{}') as object).filter(([id]) => isKept(id))
    return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : undefined
  } catch {
    // Corrupt, or from another version: drop it.
    return undefined
  }
}
