import { namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { connectionsOf } from '../connect/connections.ts'
import { addressesOf } from './account.ts'
import { addressCaches } from './addressCaches.ts'

/** Forgets all that was kept of addresses but those that are still connected, or on their way back; an answer on its way is not waited for. */
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

/** The entries that stay, as they are kept; nothing where there are none. */
function entriesOf(text: string | undefined, isKept: (id: string) => boolean): string | undefined {
  try {
    const entries = Object.entries(JSON.parse(text ?? '{}') as object).filter(([id]) => isKept(id))
    return entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : undefined
  } catch {
    // Garbage, or another version's: forgetting it is the clean-up.
    return undefined
  }
}
