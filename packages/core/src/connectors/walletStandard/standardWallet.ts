type Feature = Record<string, unknown>
/** A Wallet Standard account. */
export type StandardAccount = { address: string; chains: readonly string[] }
/** A registered Wallet Standard wallet; its features are untrusted, and read on use. */
export type StandardWallet = {
  name: string
  icon?: unknown
  chains: readonly string[]
  accounts: unknown
  features: Record<string, Feature>
}

/** Whether a registered object is a wallet that can connect on Solana. */
export function isSolanaWallet(value: unknown): value is StandardWallet {
  if (typeof value !== 'object' || value === null) return false
  const { name, chains, features } = value as Partial<StandardWallet>
  return (
    typeof name === 'string' &&
    Array.isArray(chains) &&
    chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:')) &&
    typeof features === 'object' &&
    features !== null &&
    typeof features['standard:connect']?.connect === 'function'
  )
}
