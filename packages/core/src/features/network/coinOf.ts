import type { Network } from '../../model/network.ts'
import type { State } from '../../model/state.ts'

/** A network's native coin, as configured by the site; the server's name and decimals are ignored. */
export const coinOf = ({ network }: State, networkId: string): Network['nativeCurrency'] | undefined =>
  network.requested.find((each) => each.networkId === networkId)?.nativeCurrency
