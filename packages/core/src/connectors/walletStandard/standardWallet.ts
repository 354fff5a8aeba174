import { KitError } from '@billfold/protocol/error'

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

/** The Solana accounts in an answer; an answer of another shape is refused. */
export function readAccounts(answer: unknown): readonly StandardAccount[] {
  const list = answer as readonly StandardAccount[]
  const isGood = Array.isArray(answer) && answer.length <= 1000 && list.every((a) => typeof a?.address === 'string')
  if (!isGood)
    throw new KitError('wallet_answer_invalid', {
      message: 'The wallet gave an answer that makes no sense (accounts)',
      cause: answer,
    })
  return list.filter((a) => !Array.isArray(a.chains) || a.chains.some((c) => String(c).startsWith('solana:')))
}

/** A method of a wallet's feature, or a clear refusal where it has none. */
export function methodOf(wallet: StandardWallet, feature: string, method: string): (...input: unknown[]) => unknown {
  const own = wallet.features[feature]
  const call = own?.[method]
  if (typeof call !== 'function') throw new KitError('wallet_method_unsupported')
  return call.bind(own) as (...input: unknown[]) => unknown
}
