import type { BalanceChanges } from '@billfold/protocol/solana/balanceChanges'
import { controlChanges, seizableMints } from '@billfold/protocol/solana/controlChanges'
import type { TransactionDescription } from '@billfold/protocol/solana/describeTransaction'
import type { TransactionFact } from '@billfold/protocol/solana/transactionFact'

export type SolanaEffects = {
  changes: BalanceChanges
  /** Parties that control the account's tokens afterwards, beyond the instructions. */
  control: readonly TransactionFact[]
  /** Gained tokens that someone else can move. */
  seizable: readonly { mint: string; delegate: string }[]
  /** Whether the changes are known, by a simulation or by the instructions. */
  isChecked: boolean
  /** The simulation takes less than the instructions say. */
  differs: boolean
  /** Reported by a single node. */
  isUnverified: boolean
  isDisputed: boolean
}

/** An account's changes by a node's simulation and by the instructions; other nodes confirm the simulation. */
export function readEffects(
  description: TransactionDescription,
  others: readonly TransactionDescription[],
  own: string,
): SolanaEffects {
  const { tried, decoded, accounts } = description
  const simulated = tried && 'changes' in tried ? tried.changes : undefined
  const differs = simulated !== undefined && decoded !== undefined && takesLess(simulated, decoded, own)
  const confirming = others.filter(({ accounts }) => accounts)
  const control = controlOf(description, own)
  const worst = confirming.reduce<BalanceChanges | undefined>(
    (least, { tried: theirs }) =>
      least && theirs && 'changes' in theirs && takesLess(least, theirs.changes, own) ? theirs.changes : least,
    differs ? decoded : simulated,
  )
  const changes = worst ?? decoded ?? { coins: [], tokens: [] }
  return {
    changes,
    control: [...control, ...confirming.flatMap((other) => controlOf(other, own).filter(isNew(control)))].filter(
      isNew(description.facts),
    ),
    seizable: accounts ? seizableMints(changes.tokens, accounts.after, own) : [],
    isChecked: simulated !== undefined || decoded !== undefined,
    differs,
    isUnverified: confirming.length === 0,
    isDisputed: confirming.some(
      (other) =>
        summaryOf(other, own) !== summaryOf(description, own) ||
        Boolean(
          simulated && other.tried && 'changes' in other.tried && takesLess(simulated, other.tried.changes, own, 100n),
        ),
    ),
  }
}

const controlOf = ({ accounts }: TransactionDescription, own: string): TransactionFact[] =>
  accounts ? controlChanges(accounts.before, accounts.after, own) : []

/** Facts that are not among the known ones. */
const isNew = (known: readonly TransactionFact[]) => {
  const names = new Set(known.map(nameOf))
  return (fact: TransactionFact) => !names.has(nameOf(fact))
}

function nameOf(fact: TransactionFact): string {
  switch (fact.kind) {
    case 'tokenApproved':
      return `${fact.kind} ${fact.account} ${fact.delegate} ${fact.amount}`
    case 'authoritySet':
      return `${fact.kind} ${fact.account} ${fact.role} ${fact.authority ?? ''}`
    case 'accountAssigned':
      return `${fact.kind} ${fact.account} ${fact.owner}`
    default:
      return ''
  }
}

/** Rent and fees may differ slightly. */
const tolerance = 5_000_000n

/**
 * Whether a simulation leaves out a loss that the instructions or another node report. With `share`, token amounts agree if they differ by
 * less than one part in `share`: prices move from slot to slot.
 */
function takesLess(simulated: BalanceChanges, decoded: BalanceChanges, own: string, share?: bigint): boolean {
  const coinsOf = ({ coins }: BalanceChanges) =>
    coins.filter(({ account }) => account === own).reduce((sum, { lamports }) => sum + lamports, 0n)
  const tokensOf = ({ tokens }: BalanceChanges, of: string) =>
    tokens.filter(({ owner, mint }) => owner === own && mint === of).reduce((sum, { amount }) => sum + amount, 0n)
  const isLess = (mint: string) => {
    const amount = tokensOf(decoded, mint)
    const slack = share === undefined ? 0n : (amount < 0n ? -amount : amount) / share
    return tokensOf(simulated, mint) > amount + slack
  }
  return (
    coinsOf(simulated) > coinsOf(decoded) + tolerance ||
    [...new Set(decoded.tokens.map(({ mint }) => mint))].some(isLess)
  )
}

/** A simulation's changes without amounts, which may differ from slot to slot. */
function summaryOf(description: TransactionDescription, own: string): string {
  const { tried } = description
  if (!tried || !('changes' in tried)) return ''
  const { coins, tokens } = tried.changes
  return [
    ...coins.filter(({ account }) => account === own).map(({ lamports }) => `coin ${lamports > 0n}`),
    ...tokens
      .filter(({ owner }) => owner === own)
      .map(({ mint, decimals, amount }) => `${mint} ${decimals} ${amount > 0n}`),
    ...controlOf(description, own).map(nameOf),
  ]
    .sort()
    .join()
}
