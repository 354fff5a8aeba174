export { Ethers5Adapter } from '../adapters/EthersAdapter.ts'
export type { Address } from '../shapes/network.ts'
export type { Metadata } from '../shapes/options.ts'
export type { CombinedProvider, Provider, ProviderType, RequestArguments } from '../shapes/wallet.ts'
