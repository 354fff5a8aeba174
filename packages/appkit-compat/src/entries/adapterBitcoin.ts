export type { BitcoinProvider as BitcoinConnector } from '@billfold/react'
export { BitcoinAdapter, type BitcoinAdapterOptions } from '../adapters/BitcoinAdapter.ts'
