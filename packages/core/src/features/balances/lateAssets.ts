import type { CaipAddress } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import type { TokenBalance } from './tokenBalance.ts'

// What asks wallets is listed here with the files it needs, and not on every page.

/** Fetches what asks the account's wallet, and asks it. */
export const withAssets = async (kit: Kit, address: CaipAddress, rows: readonly TokenBalance[]) =>
  (await import('./withWalletAssets.ts')).withWalletAssets(kit, address, rows)
