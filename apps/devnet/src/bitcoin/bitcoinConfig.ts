import { type ChainConfig, readChainConfig } from '../readChainConfig.ts'

/** Reads the variables of the Bitcoin chain; undefined if it is disabled. */
export const readBitcoinConfig = (env: Readonly<Record<string, string | undefined>>): ChainConfig | undefined =>
  readChainConfig(env, { name: 'BITCOIN', port: 4115, mostPort: 65_535 })
