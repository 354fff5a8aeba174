import { activeNetwork } from '@billfold/core/model/findNetwork'
import type { State } from '@billfold/core/model/state'

/**
 * Whether the dialog offers another network: if the site has several, and always to a wallet on one that the site does
 * not use.
 */
export const hasNetworkChoice = (state: State): boolean =>
  (state.network.requested.length > 1 && state.options.enableNetworkSwitch !== false) || !activeNetwork(state)
