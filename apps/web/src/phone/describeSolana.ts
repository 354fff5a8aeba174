import { decodeBase58 } from '@billfold/protocol/base58'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { readSolanaTransaction, type SolanaInstruction } from '@billfold/protocol/solanaTransaction'
import { solanaTransfer } from '@billfold/protocol/solanaTransfer'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import { accountFact } from './accountFact.ts'
import type { Describe, Described, Fact } from './describe.ts'
import { asItCame, fieldsOf, utf8 } from './readableText.ts'

/** Solana's requests: messages, and transactions by what they move. */
export const describeSolana: Describe = ({ method, params }) => {
  const { message, pubkey, transaction, transactions } = fieldsOf(params)
  switch (method) {
    case 'solana_signMessage':
      return { title: 'Sign a message', facts: [accountFact(pubkey)], text: base58Text(message) }
    case 'solana_signTransaction':
      return describeTransactions('Sign a transaction', pubkey, [transaction])
    case 'solana_signAndSendTransaction':
      return describeTransactions('Sign and send a transaction', pubkey, [transaction])
    case 'solana_signAllTransactions': {
      const all: unknown[] = Array.isArray(transactions) ? transactions : []
      const title = `Sign ${all.length === 1 ? 'a transaction' : `${all.length} transactions`}`
      return describeTransactions(title, pubkey, all)
    }
    default:
      return undefined
  }
}

/** Each transfer of the chain's coin with its amount, each other step by its program. */
function describeTransactions(title: string, pubkey: unknown, transactions: readonly unknown[]): Described {
  const steps: SolanaInstruction[] = []
  try {
    for (const text of transactions) steps.push(...readSolanaTransaction(decodeBase64(String(text))).instructions)
  } catch {
    // Shown as it came; the wallet refuses it in words of its own.
    const caution = 'The wallet cannot read this transaction.'
    return { title, facts: [accountFact(pubkey)], text: transactions.map(String).join('\n'), caution }
  }
  const transfers = steps.map(solanaTransfer)
  const [only] = transfers
  const facts = steps.flatMap(({ program }, at): Fact[] => {
    const transfer = transfers[at]
    if (!transfer) return [{ label: 'Program', value: program, isAddress: true }]
    const amount = { label: 'Moves', value: `${decimalOf({ amount: transfer.lamports, decimals: 9 })} SOL` }
    const to = { label: 'To', value: transfer.to, isAddress: true }
    return steps.length === 1 ? [to] : [amount, to]
  })
  return {
    title,
    ...(only && steps.length === 1 ? { amount: `${decimalOf({ amount: only.lamports, decimals: 9 })} SOL` } : {}),
    facts: [accountFact(pubkey), ...facts],
    ...(transfers.includes(undefined) ? { caution: 'It calls a program; the wallet cannot say what that does.' } : {}),
  }
}

function base58Text(message: unknown): string {
  if (typeof message !== 'string') return asItCame(message)
  try {
    return utf8(decodeBase58(message)) ?? message
  } catch {
    return message // not base58: shown as it came
  }
}
