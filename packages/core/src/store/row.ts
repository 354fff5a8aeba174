import type { Event, State } from '../model/state.ts'

/** Restored data: only valid fields. */
export type Restored = Partial<
  Pick<State, 'addressBook' | 'connections' | 'dismissed' | 'recents' | 'remembered' | 'transactions'>
> & {
  /** May name a network that the site no longer uses. */
  activeNetworkId?: string
}

/** A stored entry. */
export type Row = {
  key: string
  /** Also written whenever this key is, changed or not. */
  with?: string
  /** The text to store, or undefined to remove the key. */
  write(state: State): string | undefined
  /** Throws, or does nothing, if the text is invalid. */
  read?(text: string, restored: Restored): void
  /** The event of another tab's write or removal. */
  externalEvent?(text: string | undefined): Event | undefined
}
