import * as z from 'zod/mini'
import { encodeBase58 } from '../base58.ts'
import { KitError } from '../error.ts'
import { type LookupTables, readSolanaTransaction, type SolanaTransaction } from '../solanaTransaction.ts'
import { type Accounts, type BalanceChanges, changesBetween, changesBy } from './balanceChanges.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import { readMint } from './mint.ts'
import { type Account, type AskNode, readAccounts, readAs, readUnits } from './readAccounts.ts'
import { simulate } from './simulate.ts'
import { solanaPrograms } from './solanaPrograms.ts'
import { readTokenAccount } from './tokenState.ts'
import type { TransactionFact } from './transactionFact.ts'

/** A transaction's effects, as plain facts: raw data, not for display. */
export type TransactionDescription = {
  version: SolanaTransaction['version']
  /** The required signers; the first pays. */
  signers: readonly string[]
  facts: readonly TransactionFact[]
  /** The network fee, at most. */
  fee: bigint
  /** By the instructions; absent if one is unknown, or if the accounts were not queried. */
  decoded?: BalanceChanges
  /** By a node's simulation; absent if no node responded. */
  tried?: { changes: BalanceChanges } | { error: unknown }
  /** Its accounts and their mints before, and after by the node's simulation. */
  accounts?: { before: Accounts; after: Accounts }
}

const epochShape = z.object({ epoch: z.int().check(z.nonnegative()) })
/** A node's limit of accounts per request. */
const maxAccountsPerRequest = 100

/**
 * Describes a transaction, signed or not. Without a node it reports what the bytes say and no balances; with one, it
 * resolves lookup tables and computes balances twice: from the instructions and from a simulation. Throws on an invalid
 * transaction and on a missing lookup table; an unreachable node fails as `ask` does.
 */
export async function describeTransaction(bytes: Uint8Array, ask?: AskNode): Promise<TransactionDescription> {
  const bare = readSolanaTransaction(bytes)
  const read = ask && bare.tables.length > 0 ? readSolanaTransaction(bytes, await readTables(bare.tables, ask)) : bare
  const facts = read.instructions.map(decodeInstruction)
  const fee = feeOf(read, facts)
  const description = { version: read.version, signers: read.signers, facts, fee }
  if (!ask) return description
  const [before, empty, { epoch }, tried] = await Promise.all([
    readAll(read.accounts, ask),
    ask({ method: 'getMinimumBalanceForRentExemption', params: [0] }).then(readUnits),
    ask({ method: 'getEpochInfo', params: [{ commitment: 'confirmed' }] }).then((answer) => readAs(epochShape, answer)),
    tryOut(bytes, read.writable, ask),
  ])
  const mints = await readMints(before, ask)
  const known = new Map([...before, ...mints])
  const rent = (length: number) => (empty * BigInt(bytesOfEmpty + length)) / BigInt(bytesOfEmpty)
  const decoded = changesBy(facts, known, { payer: read.signers[0]!, fee, rent, epoch: BigInt(epoch) })
  return {
    ...description,
    ...(decoded ? { decoded } : {}),
    ...(tried ? outcomeOf(tried, known) : {}),
  }
}

type Tried = { error: unknown } | { after: readonly (readonly [string, Account])[] }

function outcomeOf(tried: Tried, before: Accounts): Pick<TransactionDescription, 'tried' | 'accounts'> {
  if (!('after' in tried)) return { tried }
  const after = new Map([...before, ...tried.after])
  return { tried: { changes: changesBetween(before, after) }, accounts: { before, after } }
}

/** The size that an account without data counts as. */
const bytesOfEmpty = 128
const lamportsPerSignature = 5_000n
/** Default compute units of an instruction: few for the chain's own programs, more for others. */
const [ownUnits, otherUnits, maxUnits] = [3_000, 200_000, 1_400_000]
const ownPrograms: readonly string[] = [solanaPrograms.system, solanaPrograms.computeBudget]
/** They check signatures in their data, each of which is paid for. */
const signaturePrograms: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]

function feeOf({ signatures, instructions }: SolanaTransaction, facts: readonly TransactionFact[]): bigint {
  const checked = instructions
    .filter(({ program }) => signaturePrograms.includes(program))
    .reduce((sum, { data }) => sum + (data[0] ?? 0), 0)
  const usual = instructions.reduce(
    (sum, { program }) => sum + (ownPrograms.includes(program) ? ownUnits : otherUnits),
    0,
  )
  const limit = facts.find((fact) => fact.kind === 'unitLimit')?.units ?? usual
  const price = facts.find((fact) => fact.kind === 'unitPrice')?.price ?? 0n
  const units = BigInt(Math.min(limit, maxUnits))
  return BigInt(signatures.length + checked) * lamportsPerSignature + (units * price + 999_999n) / 1_000_000n
}

async function readAll(addresses: readonly string[], ask: AskNode): Promise<Accounts> {
  const all = [...new Set(addresses)]
  const accounts = new Map<string, Account>()
  for (let at = 0; at < all.length; at += maxAccountsPerRequest) {
    const some = all.slice(at, at + maxAccountsPerRequest)
    for (const [index, account] of (await readAccounts(some, ask)).entries())
      if (account) accounts.set(some[index]!, account)
  }
  return accounts
}

/** The mints of the token accounts: an instruction need not name them. */
async function readMints(accounts: Accounts, ask: AskNode): Promise<Accounts> {
  const wanted = [...accounts.values()].flatMap((account) => readTokenAccount(account)?.mint ?? [])
  const missing = wanted.filter((mint) => !accounts.has(mint))
  const candidates = missing.length > 0 ? await readAll(missing, ask) : new Map<string, Account>()
  return new Map([...candidates].filter(([, account]) => readMint(account) !== undefined))
}

async function tryOut(bytes: Uint8Array, writable: readonly string[], ask: AskNode): Promise<Tried | undefined> {
  const addresses = [...new Set(writable)]
  const { error, after } = await simulate(bytes, addresses, ask)
  if (error !== undefined) return { error }
  if (after.length !== addresses.length) return undefined
  // A closed account has nothing left.
  const gone = { lamports: 0n, owner: solanaPrograms.system, isProgram: false, data: new Uint8Array() }
  return { after: addresses.map((address, at) => [address, after[at] ?? gone] as const) }
}

const lookupProgram = 'AddressLookupTab1e1111111111111111111111111'
const tableHead = 56

async function readTables(tables: readonly string[], ask: AskNode): Promise<LookupTables> {
  const accounts = await readAccounts(tables, ask)
  return new Map(
    tables.map((table, at) => {
      const account = accounts[at]
      if (account?.owner !== lookupProgram || account.data[0] !== 1)
        throw new KitError('invalid_input', { message: `${table} is not a lookup table` })
      const { data } = account
      const count = Math.floor((data.length - tableHead) / 32)
      const entry = (index: number) => encodeBase58(data.subarray(tableHead + 32 * index, tableHead + 32 * (index + 1)))
      return [table, Array.from({ length: count }, (_, index) => entry(index))]
    }),
  )
}
