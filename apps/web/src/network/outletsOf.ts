import type { DevnetChain, DevnetManifest } from '@billfold/protocol/devnetManifest'
import { bitcoinOutlet } from './bitcoinOutlet.ts'
import { evmOutlet } from './evmOutlet.ts'
import type { Outlet } from './outlet.ts'
import { polkadotOutlet } from './polkadotOutlet.ts'
import { solanaOutlet } from './solanaOutlet.ts'

/**
 * The faucets of the local network: one per family, on the selected EVM chain. An address belongs to one family at
 * most.
 */
export function outletsOf({ faucetUrl, solana, bitcoin, polkadot }: DevnetManifest, chain: DevnetChain): Outlet[] {
  return [
    evmOutlet(faucetUrl, chain),
    ...(solana ? [solanaOutlet(solana)] : []),
    ...(bitcoin ? [bitcoinOutlet(bitcoin)] : []),
    ...(polkadot ? [polkadotOutlet(polkadot)] : []),
  ]
}
