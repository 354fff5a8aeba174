import { accountsInitial } from '@billfold/core/features/account/account'
import { modalInitial } from '@billfold/core/features/modal/modal'
import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/model/state'

/** The state that a server knows: only the site's own settings. */
export type ServerKnows = Pick<State, 'network' | 'theme'>

const known = new WeakMap<Kit, State>()

/** Keeps what a server would have drawn for this kit, so that the first rendering in the browser is the same. */
export function keepHydrationState(kit: Kit, server: ServerKnows): void {
  const modal = { ...modalInitial, embedded: kit.options.enableEmbedded, open: kit.options.enableEmbedded }
  known.set(kit, { ...kit.store.get(), ...server, account: accountsInitial, remembered: {}, connectors: [], modal })
}

/** The state while React takes over a server's page; what the browser remembers of the visitor comes right after. */
export const hydrationState = (kit: Kit): State => known.get(kit) ?? kit.store.get()
