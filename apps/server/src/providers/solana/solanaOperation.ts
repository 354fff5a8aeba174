import { solanaPrograms, tokenPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { accountsOf, changedAccounts, type Move, type SolanaRecord } from './movesOf.ts'

/** Programs that only say something about a transaction, or what it may cost. */
const asides: ReadonlySet<string> = new Set<string>([solanaPrograms.memo, solanaPrograms.computeBudget])
const payments: ReadonlySet<string> = new Set<string>([
  solanaPrograms.system,
  solanaPrograms.associatedToken,
  ...tokenPrograms,
  ...asides,
])

/** Names a transaction's operation for an account, in the clients' terms: by what moved, otherwise by what ran. */
export function solanaOperation(record: SolanaRecord, moves: readonly Move[], address: string): string {
  const isOut = moves.some(({ amount }) => amount < 0n)
  const isIn = moves.some(({ amount }) => amount > 0n)
  if (isOut || isIn) return isOut && isIn ? 'trade' : isIn ? 'receive' : 'send'
  const accounts = accountsOf(record)
  const programs = (record.transaction.message.instructions ?? []).map(
    ({ programIdIndex }) => accounts[programIdIndex] ?? '',
  )
  const onlyRan = (known: ReadonlySet<string>) => programs.length > 0 && programs.every((program) => known.has(program))
  if (onlyRan(asides)) return programs.includes(solanaPrograms.memo) ? 'memo' : 'execute'
  // A failed transaction leaves no account changes that show its intent.
  if (record.meta.err !== null) return onlyRan(payments) && accounts[0] === address ? 'send' : 'execute'
  const { opened, closed } = changedAccounts(record)
  if (opened.some(({ owner }) => owner === address || accounts[0] === address)) return 'open'
  return closed.some(({ owner }) => owner === address) ? 'close' : 'execute'
}
