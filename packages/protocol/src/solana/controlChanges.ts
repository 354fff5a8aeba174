import type { Accounts } from './balanceChanges.ts'
import { readMint } from './mint.ts'
import { solanaPrograms } from './solanaPrograms.ts'
import { readTokenAccount } from './tokenState.ts'
import type { TransactionFact } from './transactionFact.ts'

/**
 * Others' control over a person's accounts after a transaction, whatever instruction or program caused it: accounts
 * before it and after its simulation. Each change is reported as the instruction that usually causes it.
 */
export function controlChanges(before: Accounts, after: Accounts, own: string): TransactionFact[] {
  return [...after.keys()].flatMap((account): TransactionFact[] => {
    const [was, is] = [before.get(account), after.get(account)]
    const facts: TransactionFact[] = []
    const program = is?.owner ?? solanaPrograms.system
    if (account === own && program !== (was?.owner ?? solanaPrograms.system))
      facts.push({ kind: 'accountAssigned', account, owner: program })
    const [old, now] = [readTokenAccount(was), readTokenAccount(is)]
    const isOwn = old?.owner === own || now?.owner === own
    if (!isOwn) return facts
    if (old?.owner === own && now && now.owner !== own)
      facts.push({ kind: 'authoritySet', account, role: 'owner', authority: now.owner })
    if (!now || now.owner !== own) return facts
    const { delegate, closeAuthority, mint } = now
    if (delegate && (delegate.address !== old?.delegate?.address || delegate.amount > old.delegate.amount))
      facts.push({
        ...{ kind: 'tokenApproved', account, delegate: delegate.address, authority: own },
        ...{ amount: delegate.amount, mint },
      })
    if (closeAuthority !== undefined && closeAuthority !== old?.closeAuthority)
      facts.push({ kind: 'authoritySet', account, role: 'close', authority: closeAuthority })
    return facts
  })
}

/** Tokens that a person has more of afterwards and that someone else may take from anyone, by their mints (Token-2022). */
export function seizableMints(
  tokens: readonly { owner: string; mint: string; amount: bigint }[],
  accounts: Accounts,
  own: string,
): { mint: string; delegate: string }[] {
  const gained = new Set(tokens.filter(({ owner, amount }) => owner === own && amount > 0n).map(({ mint }) => mint))
  return [...gained].flatMap((mint) => {
    const delegate = readMint(accounts.get(mint))?.permanentDelegate
    return delegate === undefined ? [] : [{ mint, delegate }]
  })
}
