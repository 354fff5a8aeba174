import { type CaipNetworkId, caipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { WalletAccount } from '../../model/connector.ts'

const nonsense = (what: string, value: unknown) =>
  new KitError('wallet_answer_invalid', {
    message: `The wallet returned an invalid response (${what})`,
    cause: value,
  })

/** Parses a wallet's accounts, which are plain addresses; at most 1000. */
export function readAccounts(answer: unknown): readonly WalletAccount[] {
  if (!Array.isArray(answer) || answer.length > 1000) throw nonsense('accounts', answer)
  return answer.map((address: unknown) => {
    if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) throw nonsense('accounts', answer)
    return { address, type: 'eoa' }
  })
}

/** Parses a chain id: wallets write hex, sometimes decimal, sometimes a number. */
export function readNetworkId(answer: unknown): CaipNetworkId {
  const text = typeof answer === 'number' ? String(answer) : answer
  if (typeof text !== 'string' || !/^(0x[0-9a-fA-F]{1,16}|\d{1,16})$/.test(text)) throw nonsense('chain', answer)
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id <= 0) throw nonsense('chain', answer)
  return caipNetworkId('eip155', id)
}
