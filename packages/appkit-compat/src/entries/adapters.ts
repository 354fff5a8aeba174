export { Adapter as AdapterBlueprint } from '../adapters/Adapter.ts'
export type { Connector as ChainAdapterConnector } from '../shapes/wallet.ts'
