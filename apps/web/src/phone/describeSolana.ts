import { decimalOf } from '@billfold/protocol/decimalOf'
import { readSolanaTransaction, type SolanaInstruction } from '@billfold/protocol/solanaTransaction'
import { solanaTransfer } from '@billfold/protocol/solanaTransfer'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import { accountFact, type Fact } from './accountFact.ts'
import type { Described } from './describeRequest.ts'

/** Says what Solana transactions do: each transfer of the chain's coin with its amount, each other step by its program. */
export function describeSolana(title: string, pubkey: unknown, transactions: readonly unknown[]): Described {
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
