import { decimalOf } from '@billfold/protocol/decimalOf'
import type { BalanceChanges } from '@billfold/protocol/solana/balanceChanges'
import type { TransactionDescription } from '@billfold/protocol/solana/describeTransaction'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import type { TransactionFact } from '@billfold/protocol/solana/transactionFact'

/** One line of a prompt. */
export type Line = { label: string; value: string; isAddress?: boolean }
/** A transaction in words: what it does to one's balances, its steps, what it costs, and what to beware of. */
export type TransactionLines = {
  changes: readonly Line[]
  steps: readonly (readonly Line[])[]
  fee: Line
  cautions: readonly string[]
}
/** Metadata of a token, by its mint. */
export type TokenOf = (mint: string) => { symbol: string; decimals: number } | undefined

/** Describes a transaction for the account that signs it. */
export function transactionLines(
  description: TransactionDescription,
  account: string,
  tokenOf: TokenOf = () => undefined,
): TransactionLines {
  const { facts, fee, decoded, tried } = description
  const known = decoded ?? (tried && 'changes' in tried ? tried.changes : undefined)
  const ownerOf = (address: string) => known?.tokens.find((change) => change.account === address)?.owner
  const amountOf = (amount: bigint, mint: string | undefined, decimals?: number) => {
    const token = mint === undefined ? undefined : nameOf(mint, tokenOf)
    const places = token?.decimals ?? decimals
    if (places === undefined) return `${amount} units of a token`
    return `${decimalOf({ amount, decimals: places })} ${token?.symbol ?? 'of a token'}`
  }
  const shown = facts.filter(({ kind }) => kind !== 'unitLimit' && kind !== 'unitPrice')
  return {
    changes: known ? changeLines(known, account, amountOf) : [],
    steps: shown.map((fact) => stepLines(fact, { account, ownerOf, amountOf, known })),
    fee: { label: 'Network fee', value: `at most ${coins(fee)}` },
    cautions: cautionsOf(description, shown),
  }
}

const coins = (lamports: bigint): string => `${decimalOf({ amount: lamports, decimals: 9 })} SOL`
const address = (label: string, value: string): Line => ({ label, value, isAddress: true })
const nameOf = (mint: string, tokenOf: TokenOf) =>
  mint === solanaPrograms.nativeMint ? { symbol: 'wrapped SOL', decimals: 9 } : tokenOf(mint)

type AmountOf = (amount: bigint, mint: string | undefined, decimals?: number) => string

/** The account's own balance changes, including the network fee. */
function changeLines({ coins: moved, tokens }: BalanceChanges, account: string, amountOf: AmountOf): Line[] {
  const line = (amount: bigint, text: (size: bigint) => string): Line =>
    amount < 0n ? { label: 'You pay', value: text(-amount) } : { label: 'You receive', value: text(amount) }
  return [
    ...moved.filter((one) => one.account === account).map(({ lamports }) => line(lamports, coins)),
    ...tokens
      .filter(({ owner }) => owner === account)
      .map(({ amount, mint, decimals }) => line(amount, (size) => amountOf(size, mint, decimals))),
  ]
}

type Words = {
  account: string
  ownerOf: (address: string) => string | undefined
  amountOf: AmountOf
  known: BalanceChanges | undefined
}

function stepLines(fact: TransactionFact, { account, ownerOf, amountOf, known }: Words): Line[] {
  const mintOf = (at: string) => known?.tokens.find((change) => change.account === at)?.mint
  switch (fact.kind) {
    case 'coinMoved':
      return [
        { label: 'Sends', value: coins(fact.lamports) },
        ...(fact.from === account ? [] : [address('From', fact.from)]),
        address('To', fact.to),
      ]
    case 'tokenMoved': {
      const owner = ownerOf(fact.to)
      const mint = fact.mint ?? mintOf(fact.from)
      return [
        { label: 'Sends', value: amountOf(fact.amount, mint, fact.decimals) },
        ...(mint === undefined ? [] : [address('Token', mint)]),
        ...(fact.authority === account ? [] : [address('From token account', fact.from)]),
        owner === undefined ? address('To token account', fact.to) : address('To', owner),
      ]
    }
    case 'accountCreated':
      return [
        address('Creates account', fact.account),
        { label: 'With', value: coins(fact.lamports) },
        address('Under program', fact.owner),
      ]
    case 'accountAssigned':
      return [address('Hands account', fact.account), address('To program', fact.owner)]
    case 'accountAllocated':
      return [address('Makes room in', fact.account)]
    case 'nonceAdvanced':
    case 'nonceInitialized':
      return [address('Uses nonce account', fact.account)]
    case 'nonceAuthorized':
      return [address('Hands nonce account', fact.account), address('To', fact.authority)]
    case 'tokenAccountOpened':
    case 'tokenAccountInitialized':
      return [address('Opens token account for', fact.owner), address('Token', fact.mint)]
    case 'tokenAccountClosed':
      return [address('Closes token account', fact.account), address('Its SOL goes to', fact.to)]
    case 'tokenApproved':
      return [
        { label: 'Lets spend', value: amountOf(fact.amount, fact.mint ?? mintOf(fact.account)) },
        address('From token account', fact.account),
        address('Spender', fact.delegate),
      ]
    case 'tokenRevoked':
      return [address('Stops spending from', fact.account)]
    case 'authoritySet':
      return [
        address(`Changes the ${roleText(fact.role)} of`, fact.account),
        fact.authority === undefined ? { label: 'To', value: 'Nobody' } : address('To', fact.authority),
      ]
    case 'tokenMinted':
      return [{ label: 'Mints', value: amountOf(fact.amount, fact.mint) }, address('To token account', fact.to)]
    case 'tokenBurned':
      return [{ label: 'Burns', value: amountOf(fact.amount, fact.mint) }, address('Token', fact.mint)]
    case 'tokenFrozen':
      return [address('Freezes token account', fact.account)]
    case 'tokenThawed':
      return [address('Unfreezes token account', fact.account)]
    case 'nativeSynced':
      return [address('Counts wrapped SOL in', fact.account)]
    case 'memosRequired':
      return [address(fact.isRequired ? 'Requires memos for' : 'No longer requires memos for', fact.account)]
    case 'memo':
      return [{ label: 'Memo', value: fact.text }]
    case 'unknown':
      return [
        address('Program', fact.program),
        { label: 'Data', value: fact.data.length === 1 ? '1 byte' : `${fact.data.length} bytes` },
      ]
    default:
      return []
  }
}

const roleText = (role: string | number): string =>
  role === 'owner' ? 'owner' : typeof role === 'number' ? `authority ${role}` : `${role} authority`

function cautionsOf({ decoded, tried }: TransactionDescription, facts: readonly TransactionFact[]): string[] {
  const has = (...kinds: TransactionFact['kind'][]) => facts.some(({ kind }) => kinds.includes(kind))
  const isFailing = tried !== undefined && 'error' in tried
  const differs = decoded && tried && 'changes' in tried && textOf(decoded) !== textOf(tried.changes)
  const cautions: [boolean | undefined, string][] = [
    [isFailing, 'The network says that this transaction would fail.'],
    [differs, 'The network says that it does something else than it reads. Don’t sign it.'],
    [has('unknown'), 'This calls a program. The wallet can’t tell what it does.'],
    [has('tokenApproved'), 'The spender may take this much at any time.'],
    [has('authoritySet', 'accountAssigned', 'nonceAuthorized'), 'Someone else controls an account from then on.'],
  ]
  return cautions.flatMap(([holds, text]) => (holds ? [text] : []))
}

const textOf = (changes: BalanceChanges): string =>
  JSON.stringify(changes, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
