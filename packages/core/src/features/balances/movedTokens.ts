import type { CaipAddress } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { freshTokens } from '../transactions/freshTokens.ts'

/**
 * The tokens that the server has to look up again. Few visits need it, so it is imported on demand, and so in a file of its own: on
 * demand, a module that others import as well makes bundlers put a helper into one more file, which the dialog would wait for.
 */
export const movedTokens = (kit: Kit, address: CaipAddress): string =>
  freshTokens(kit.store.get(), address, kit.ports.clock.now()).join(',')
