import { type Mint, readMint, transferFee } from './mint.ts'
import type { Account } from './readAccounts.ts'
import { solanaPrograms } from './solanaPrograms.ts'
import { readTokenAccount } from './tokenState.ts'
import type { TransactionFact } from './transactionFact.ts'

/** Changes of accounts' balances: coins by account, tokens by token account and its owner. */
export type BalanceChanges = {
  coins: readonly { account: string; lamports: bigint }[]
  tokens: readonly { account: string; owner: string; mint: string; amount: bigint; decimals?: number }[]
}

/** Accounts of the chain by their addresses; those that are not there are missing. */
export type Accounts = ReadonlyMap<string, Account>

type Holding = { lamports: bigint; token?: { mint: string; owner: string; amount: bigint; isNative: boolean } }

/** Balance changes of an execution: accounts before and after. */
export function changesBetween(before: Accounts, after: Accounts): BalanceChanges {
  return difference(holdingsOf(before), holdingsOf(after), mintsOf(before, after))
}

export type Circumstances = {
  payer: string
  /** The network fee that the payer pays. */
  fee: bigint
  /** The minimum balance of an account, and of each byte in it. */
  rent: (bytes: number) => bigint
  epoch: bigint
}

/**
 * A transaction's changes by its instructions; undefined if one of them is unknown, or touches unknown accounts: no
 * number is better than a wrong one.
 */
export function changesBy(
  facts: readonly TransactionFact[],
  before: Accounts,
  { payer, fee, rent, epoch }: Circumstances,
): BalanceChanges | undefined {
  const holdings = holdingsOf(before)
  const mints = mintsOf(before)
  const at = (address: string): Holding => {
    const holding = holdings.get(address) ?? { lamports: 0n }
    holdings.set(address, holding)
    return holding
  }
  const pay = (from: string, to: string, lamports: bigint) => {
    at(from).lamports -= lamports
    at(to).lamports += lamports
  }
  const begin = (address: string, mint: string, owner: string): boolean => {
    const isNative = mint === solanaPrograms.nativeMint
    const length = mints.get(mint)?.accountLength
    if (length === undefined) return false
    const amount = isNative ? at(address).lamports - rent(length) : 0n
    at(address).token = { mint, owner, amount, isNative }
    return true
  }
  const apply = (fact: TransactionFact): boolean => {
    switch (fact.kind) {
      case 'coinMoved':
        pay(fact.from, fact.to, fact.lamports)
        return true
      case 'accountCreated':
        pay(fact.payer, fact.account, fact.lamports)
        return true
      case 'tokenAccountOpened': {
        if (at(fact.account).token) return fact.ifMissing
        const mint = mints.get(fact.mint)
        if (!mint) return false
        const missing = rent(mint.accountLength) - at(fact.account).lamports
        if (missing > 0n) pay(fact.payer, fact.account, missing)
        return begin(fact.account, fact.mint, fact.owner)
      }
      case 'tokenAccountInitialized':
        return begin(fact.account, fact.mint, fact.owner)
      case 'tokenMoved': {
        const [from, to] = [at(fact.from).token, at(fact.to).token]
        const mint = from && mints.get(from.mint)
        // Only its program knows the effects of a hook.
        if (!from || !to || !mint || mint.hook) return false
        const kept = fact.from === fact.to ? 0n : (fact.fee ?? transferFee(mint, fact.amount, epoch))
        from.amount -= fact.amount
        to.amount += fact.amount - kept
        if (from.isNative) pay(fact.from, fact.to, fact.amount)
        return true
      }
      case 'tokenMinted': {
        const { token } = at(fact.to)
        if (token) token.amount += fact.amount
        return token !== undefined
      }
      case 'tokenBurned': {
        const { token } = at(fact.account)
        if (token) token.amount -= fact.amount
        return token !== undefined
      }
      case 'nativeSynced': {
        const { token, lamports } = at(fact.account)
        const length = token && mints.get(token.mint)?.accountLength
        if (!token?.isNative || length === undefined) return false
        token.amount = lamports - rent(length)
        return true
      }
      case 'tokenAccountClosed': {
        const closed = at(fact.account)
        pay(fact.account, fact.to, closed.lamports)
        delete closed.token
        return true
      }
      case 'authoritySet': {
        const { token } = at(fact.account)
        if (token && fact.role === 'owner' && fact.authority) token.owner = fact.authority
        return true
      }
      case 'unknown':
        return false
      default:
        return true
    }
  }
  at(payer).lamports -= fee
  return facts.every(apply) ? difference(holdingsOf(before), holdings, mints) : undefined
}

function holdingsOf(accounts: Accounts): Map<string, Holding> {
  return new Map(
    [...accounts].map(([address, account]) => {
      const token = readTokenAccount(account)
      return [address, { lamports: account.lamports, ...(token ? { token } : {}) }]
    }),
  )
}

function mintsOf(...all: readonly Accounts[]): ReadonlyMap<string, Mint> {
  const entries = all.flatMap((accounts) =>
    [...accounts].flatMap(([address, account]) => {
      const mint = readMint(account)
      return mint ? [[address, mint] as const] : []
    }),
  )
  return new Map(entries)
}

function difference(
  before: ReadonlyMap<string, Holding>,
  after: ReadonlyMap<string, Holding>,
  mints: ReadonlyMap<string, Mint>,
): BalanceChanges {
  const addresses = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changes = { coins: [] as BalanceChanges['coins'][number][], tokens: [] as BalanceChanges['tokens'][number][] }
  const tell = (account: string, token: Holding['token'], amount: bigint) => {
    const decimals = token && mints.get(token.mint)?.decimals
    if (token && amount !== 0n)
      changes.tokens.push({
        ...{ account, owner: token.owner, mint: token.mint, amount },
        ...(decimals === undefined ? {} : { decimals }),
      })
  }
  for (const account of addresses) {
    const [was, is] = [before.get(account), after.get(account)]
    const lamports = (is?.lamports ?? 0n) - (was?.lamports ?? 0n)
    if (lamports !== 0n) changes.coins.push({ account, lamports })
    const [old, now] = [was?.token, is?.token]
    if (old && now && old.mint === now.mint && old.owner === now.owner) tell(account, now, now.amount - old.amount)
    else {
      // Another owner's from now on: one loses it, the other has it.
      tell(account, old, -(old?.amount ?? 0n))
      tell(account, now, now?.amount ?? 0n)
    }
  }
  return changes
}
