import { bitcoin, bitcoinTestnet, solana, solanaTestnet } from '@billfold/react/networks'
import { mainnet, polygon } from 'viem/chains'
import type { CaipNetwork } from '../shapes/network.ts'

// The fixtures of AppKit's own tests, which some sites use too. For tests with a wallet there is @billfold/testkit.

const evm = (chain: typeof mainnet | typeof polygon): CaipNetwork => ({
  ...chain,
  chainNamespace: 'eip155',
  caipNetworkId: `eip155:${chain.id}`,
})
export const mockProjectId = 'mockProjectId'
export const mainnetCaipNetwork: CaipNetwork = evm(mainnet)
export const polygonCaipNetwork: CaipNetwork = evm(polygon)
export const solanaCaipNetwork: CaipNetwork = solana
export const solanaTestnetCaipNetwork: CaipNetwork = solanaTestnet
export const bitcoinCaipNetwork: CaipNetwork = bitcoin
export const bitcoinTestnetCaipNetwork: CaipNetwork = bitcoinTestnet
