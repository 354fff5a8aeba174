import type { Devnet } from '@billfold/devnet/startDevnet'
import { createDevnetWallet, type DevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { fakePage } from '../src/ports/fakePage.ts'
import { fakeStorage } from '../src/ports/fakeStorage.ts'
import type { Page } from '../src/ports/page.ts'
import { evmNetwork, setUpKit } from './setUpKit.ts'

const rpcUrl = ({ manifest }: Devnet, id: number) => manifest.chains.find((chain) => chain.id === id)!.rpcUrl

/** A real wallet on real chains, starting on the first. */
export const walletOf = (devnet: Devnet, ids: readonly number[]): DevnetWallet =>
  createDevnetWallet({ chains: ids.map((id) => ({ id, rpcUrl: rpcUrl(devnet, id) })), solana: false })

/** Announces one tab's wallet in another too, like an extension. */
export const announceIn = (page: Page, { provider }: DevnetWallet, rdns: string): boolean =>
  page.events.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: '1', name: 'Devnet Wallet', rdns, icon: '' }, provider },
    }),
  )

/** A page of a site with these chains, with the wallet in it; another visit with the same storage is a reload. */
export function visitPage(
  devnet: Devnet,
  ids: readonly number[],
  wallet: DevnetWallet | undefined,
  storage = fakeStorage(),
) {
  const page = fakePage()
  const vanish = wallet?.install(page.page.events)
  const networks = ids.map((id) => evmNetwork(id, `Chain ${id}`, rpcUrl(devnet, id)))
  const set = setUpKit({ page, storage, networks })
  return {
    ...set,
    storage,
    leave() {
      set.kit.dispose()
      vanish?.()
    },
  }
}
