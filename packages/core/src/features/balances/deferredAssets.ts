import type { CaipAddress } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import type { TokenBalance } from '../../model/tokenBalance.ts'

// Loads wallet queries on demand: listed here with the files they need, not on every page.

/** Loads the wallet query, and runs it. */
export const withAssets = async (kit: Kit, address: CaipAddress, rows: readonly TokenBalance[]) =>
  (await import('./withWalletAssets.ts')).withWalletAssets(kit, address, rows)
