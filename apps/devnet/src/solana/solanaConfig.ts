import { type ChainConfig, readChainConfig } from '../readChainConfig.ts'

/** JSON-RPC's port; the next one is the socket's. */
export type SolanaConfig = ChainConfig

/** Reads the variables of the Solana chain; undefined if it is disabled. */
export const readSolanaConfig = (env: Readonly<Record<string, string | undefined>>): SolanaConfig | undefined =>
  readChainConfig(env, { name: 'SOLANA', port: 4113, mostPort: 65_534 })
