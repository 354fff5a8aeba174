import type { Wallet } from '@billfold/protocol/api/registry'
import type { State } from '../../model/state.ts'
import { isWalletOf } from '../connect/isWalletOf.ts'
import type { ListedWallets } from './connectList.ts'

const toGet = 4

/** The wallets of a grid, deduplicated, installed ones first. */
export function walletGrid(state: State, wallets: readonly Wallet[]): readonly Wallet[] {
  const each = [...new Map(wallets.map((wallet) => [wallet.id, wallet])).values()]
  const isInstalled = (wallet: Wallet) => state.connectors.some((c) => isWalletOf(c, wallet))
  return [...each.filter(isInstalled), ...each.filter((wallet) => !isInstalled(wallet))]
}

/** A few wallets for newcomers: those with a page of their own. */
export function walletsToGet(state: State, { featured = [], recommended = [] }: ListedWallets): readonly Wallet[] {
  const all = [...featured, ...state.options.customWallets, ...recommended]
  return [...new Map(all.map((wallet) => [wallet.id, wallet])).values()].filter((w) => w.homepage).slice(0, toGet)
}
