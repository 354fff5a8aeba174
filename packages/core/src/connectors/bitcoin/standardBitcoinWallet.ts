type Feature = Record<string, unknown>
/** A Wallet Standard account; some wallets report its purpose. */
export type StandardBitcoinAccount = {
  address: string
  publicKey?: unknown
  chains: readonly string[]
  purpose?: unknown
}
/** A registered Wallet Standard wallet; its features are untrusted, and read on use. */
export type StandardBitcoinWallet = {
  name: string
  icon?: unknown
  accounts: unknown
  features: Record<string, Feature | undefined>
}

/** Whether a registered object is a wallet that can connect on Bitcoin. */
export function isBitcoinWallet(value: unknown): value is StandardBitcoinWallet {
  if (typeof value !== 'object' || value === null) return false
  const { name, features } = value as Partial<StandardBitcoinWallet>
  return (
    typeof name === 'string' &&
    typeof features === 'object' &&
    features !== null &&
    typeof features['bitcoin:connect']?.connect === 'function'
  )
}
