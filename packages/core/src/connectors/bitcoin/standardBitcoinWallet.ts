type Feature = Record<string, unknown>
/** An account as the Wallet Standard gives it; some wallets say what it is for. */
export type StandardBitcoinAccount = {
  address: string
  publicKey?: unknown
  chains: readonly string[]
  purpose?: unknown
}
/** A wallet as the Wallet Standard registers it; its features are read when used, since they are a stranger's. */
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
