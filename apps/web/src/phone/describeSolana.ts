import { decodeBase58, messageLimit } from '@billfold/protocol/base58'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import { requestRpc } from '@billfold/testkit/requestRpc'
import { describeForWindow } from '@billfold/testkit/solana/describeForWindow'
import { type TransactionLines, transactionLines } from '@billfold/testkit/solana/transactionLines'
import { accountFact } from './accountFact.ts'
import type { Describe, Described, Known } from './describe.ts'
import { asItCame, fieldsOf, utf8 } from './readableText.ts'

/** Solana's requests: messages, and transactions by their transfers. */
export const describeSolana: Describe = ({ method, params, chainId }, known) => {
  const { message, pubkey, transaction, transactions } = fieldsOf(params)
  switch (method) {
    case 'solana_signMessage':
      return { title: 'Sign a message', facts: [accountFact(pubkey)], text: base58Text(message) }
    case 'solana_signTransaction':
      return describeTransactions('Sign a transaction', { pubkey, chainId, transactions: [transaction] }, known)
    case 'solana_signAndSendTransaction':
      return describeTransactions(
        'Sign and send a transaction',
        { pubkey, chainId, transactions: [transaction] },
        known,
      )
    case 'solana_signAllTransactions': {
      const all: unknown[] = Array.isArray(transactions) ? transactions : []
      const title = `Sign ${all.length === 1 ? 'a transaction' : `${all.length} transactions`}`
      return describeTransactions(title, { pubkey, chainId, transactions: all }, known)
    }
    default:
      return undefined
  }
}

/** Each step by its effect, with the changes to one's balances if the chain's node knows them. */
async function describeTransactions(
  title: string,
  { pubkey, chainId, transactions }: { pubkey: unknown; chainId: string; transactions: readonly unknown[] },
  known: Known,
): Promise<Described> {
  const url = known.rpcUrl(chainId)
  const rpc =
    url === undefined ? undefined : (method: string, params: readonly unknown[]) => requestRpc(url, method, params)
  const all: TransactionLines[] = []
  try {
    for (const text of transactions)
      all.push(
        transactionLines(await describeForWindow(decodeBase64(String(text)), rpc), String(pubkey), (mint) =>
          known.token(chainId, mint),
        ),
      )
  } catch {
    // Shown raw; the wallet rejects it with its own error.
    const caution = 'The wallet can’t read this transaction.'
    return { title, facts: [accountFact(pubkey)], text: transactions.map(String).join('\n'), caution }
  }
  const caution = [...new Set(all.flatMap(({ cautions }) => cautions))].join(' ')
  const steps = all.flatMap((each) => each.steps)
  const amount = steps.length === 1 ? steps[0]!.find(({ label }) => label === 'Sends') : undefined
  const lines = all.flatMap(({ changes, steps, fee }) => [...changes, ...steps.flat(), fee])
  return {
    title,
    ...(amount ? { amount: amount.value } : {}),
    facts: [accountFact(pubkey), ...lines.filter((line) => line !== amount)],
    ...(caution ? { caution } : {}),
  }
}

function base58Text(message: unknown): string {
  if (typeof message !== 'string') return asItCame(message)
  try {
    return utf8(decodeBase58(message, messageLimit)) ?? message
  } catch {
    return message // not base58: shown raw
  }
}
