export { WagmiAdapter, type WagmiAdapterOptions } from '../adapters/WagmiAdapter.ts'
