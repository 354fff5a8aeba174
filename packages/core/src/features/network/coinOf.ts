import type { State } from '../../store.ts'
import type { Network } from './network.ts'

/** A network's own coin, as the site set it: what a server says of its name and decimals counts for nothing. */
export const coinOf = ({ network }: State, networkId: string): Network['nativeCurrency'] | undefined =>
  network.requested.find((each) => each.networkId === networkId)?.nativeCurrency
