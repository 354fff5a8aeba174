type Feature = Record<string, unknown>
/** An account as the Wallet Standard gives it. */
export type StandardAccount = { address: string; chains: readonly string[] }
/** A wallet as the Wallet Standard registers it; its features are read when used, since they are a stranger's. */
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
