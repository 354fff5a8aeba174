import { KitError } from '@billfold/protocol/error'
import type { StandardAccount, StandardWallet } from './standardWallet.ts'

/** Parses the Solana accounts; throws if malformed. */
export function readAccounts(answer: unknown): readonly StandardAccount[] {
  const list = answer as readonly StandardAccount[]
  const isGood = Array.isArray(answer) && answer.length <= 1000 && list.every((a) => typeof a?.address === 'string')
  if (!isGood)
    throw new KitError('wallet_answer_invalid', {
      message: 'The wallet returned an invalid response (accounts)',
      cause: answer,
    })
  return list.filter((a) => !Array.isArray(a.chains) || a.chains.some((c) => String(c).startsWith('solana:')))
}

/** A wallet's feature; throws if it is missing. */
export function featureOf(wallet: StandardWallet, feature: string): Record<string, unknown> {
  const own = wallet.features[feature]
  if (typeof own !== 'object' || own === null)
    throw new KitError('wallet_method_unsupported', { message: `The wallet does not offer ${feature}` })
  return own
}

/** A method of a wallet's feature; throws if it is missing. */
export function methodOf(wallet: StandardWallet, feature: string, method: string): (...input: unknown[]) => unknown {
  const own = featureOf(wallet, feature)
  const call = own[method]
  if (typeof call !== 'function') throw new KitError('wallet_method_unsupported')
  return call.bind(own) as (...input: unknown[]) => unknown
}
