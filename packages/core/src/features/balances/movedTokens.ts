import type { CaipAddress } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { recentlyMovedTokens } from '../transactions/recentlyMovedTokens.ts'

/**
 * Tokens for the server to refresh. Rarely needed, hence loaded on demand from a file of its own: if other modules
 * imported it too, bundlers would add a helper chunk that the dialog would wait for.
 */
export const movedTokens = (kit: Kit, address: CaipAddress): string =>
  recentlyMovedTokens(kit.store.get(), address, kit.ports.clock.now()).join(',')
