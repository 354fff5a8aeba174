import { type CaipNetworkId, caipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'

const nonsense = (what: string, value: unknown) =>
  new KitError('wallet_answer_invalid', {
    message: `The wallet gave an answer that makes no sense (${what})`,
    cause: value,
  })

/** A list of addresses as a wallet answers it; each at most 100 long, at most 1000. */
export function readAccounts(answer: unknown): readonly string[] {
  if (!Array.isArray(answer) || answer.length > 1000) throw nonsense('accounts', answer)
  for (const account of answer)
    if (typeof account !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(account)) throw nonsense('accounts', answer)
  return answer as readonly string[]
}

/** A chain id as wallets write it: hex, sometimes decimal, sometimes a number. */
export function readNetworkId(answer: unknown): CaipNetworkId {
  const text = typeof answer === 'number' ? String(answer) : answer
  if (typeof text !== 'string' || !/^(0x[0-9a-fA-F]{1,16}|\d{1,16})$/.test(text)) throw nonsense('chain', answer)
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id <= 0) throw nonsense('chain', answer)
  return caipNetworkId('eip155', id)
}
