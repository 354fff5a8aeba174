import { encodeBase58 } from '@billfold/protocol/base58'
import type { KeptLedger, LedgerBirth, LedgerJournal } from './ledgerJournal.ts'
import { programs } from './programs.ts'
import { type AccountKeys, listAccounts, type ReadMessage, type ReadTransaction } from './readTransaction.ts'
import { type Account, createRuntime, type Outcome } from './runtime.ts'
import { type Commitment, createSlotClock } from './slotClock.ts'
import { readMint, readTokenAccount, tokenAmount } from './tokenState.ts'
import type { TokenBalance, TransactionRecord } from './transactionRecord.ts'

/** The maximum that stays in memory: the oldest go first. */
const maxTransactions = 100_000
/** How many slots a lookup table may be created back in time. */
const slotHashes = 64

export type Ledger = ReturnType<typeof createLedger>

type Options = {
  birth: LedgerBirth
  kept?: Omit<KeptLedger, 'birth' | 'journal'> | undefined
  journal?: LedgerJournal | undefined
  now?: (() => number) | undefined
}

/** The chain: slots, accounts, and every transaction in order. */
export function createLedger({ birth, kept, journal, now = Date.now }: Options) {
  const runtime = createRuntime()
  const clock = createSlotClock({ ...birth, skipped: kept?.skipped ?? 0, now })
  const transactions = createTransactionIndex()
  const listeners = new Set<(record: TransactionRecord, changed: ReadonlySet<string>) => void>()
  let entered = -1

  for (const [address, account] of kept?.accounts ?? []) runtime.setAccount(address, account)
  for (const record of kept?.transactions ?? []) transactions.add(record)

  /** Brings the machine to the current slot. */
  function enterSlot(): number {
    const slot = clock.slot()
    if (slot === entered) return slot
    const hashes = Array.from({ length: Math.min(slotHashes, slot) }, (_, i) => slot - 1 - i)
    runtime.enterSlot(
      slot,
      clock.timeOf(slot),
      hashes.map((at) => ({ slot: at, hash: clock.blockhashOf(at) })),
    )
    entered = slot
    return slot
  }

  const mintOf = (address: string) => {
    const account = runtime.getAccount(address)
    return account && readMint(account)
  }

  function tokenBalances(keys: AccountKeys): TokenBalance[] {
    return keys.all.flatMap((address, accountIndex) => {
      const account = runtime.getAccount(address)
      const held = account && readTokenAccount(account)
      const mint = held && mintOf(held.mint)
      if (!account || !held || !mint) return []
      const uiTokenAmount = tokenAmount(held.amount, mint.decimals)
      return [{ accountIndex, mint: held.mint, owner: held.owner, programId: account.owner, uiTokenAmount }]
    })
  }

  const accountsOf = (message: ReadMessage) => listAccounts(message, (address) => tableOf(runtime.getAccount(address)))

  const balances = (keys: AccountKeys) => keys.all.map((address) => runtime.getAccount(address)?.lamports ?? 0)

  /** Runs a transaction in the current slot. One that is rejected before it runs leaves no record. */
  function execute({ bytes, transaction, message, signature }: ReadTransaction): Outcome {
    const slot = enterSlot()
    const keys = accountsOf(message)
    const before = { preBalances: balances(keys), preTokenBalances: tokenBalances(keys) }
    const outcome = runtime.execute(transaction)
    if (!outcome.hasRun) return outcome
    const { err, fee, units, logs, inner, returnData } = outcome
    const record: TransactionRecord = {
      signature,
      slot,
      wire: Buffer.from(bytes).toString('base64'),
      accounts: keys.all,
      loaded: keys.loaded,
      ...{ err, fee, units, logs, inner },
      ...(returnData && { returnData }),
      ...before,
      postBalances: balances(keys),
      postTokenBalances: tokenBalances(keys),
    }
    const changed = new Set(keys.all.filter((_, index) => keys.writable[index]))
    journal?.write({
      transaction: record,
      accounts: new Map([...changed].map((address) => [address, runtime.getAccount(address)])),
    })
    transactions.add(record)
    for (const listener of [...listeners]) listener(record, changed)
    return outcome
  }

  /** Why a transaction may not run now, whatever it does. */
  function refusal({ message, signature }: Pick<ReadTransaction, 'message' | 'signature'>): string | undefined {
    if (clock.slotOf(message.lifetimeToken) === undefined) return 'BlockhashNotFound'
    return transactions.get(signature) ? 'AlreadyProcessed' : undefined
  }

  return {
    clock,
    refusal,
    execute,
    accountsOf,
    mintOf,
    simulate(transaction: ReadTransaction['transaction'], checksSignatures: boolean) {
      enterSlot()
      return runtime.simulate(transaction, { checksSignatures })
    },
    getAccount: runtime.getAccount,
    programAccounts: runtime.programAccounts,
    rentFor: runtime.rentFor,
    /** Changes an account directly, without a transaction, for the chain's set-up. */
    place(address: string, account: Account) {
      runtime.setAccount(address, account)
      journal?.write({ accounts: new Map([[address, account]]) })
    },
    /** Skips slots, and whatever depends on them expires. */
    skip(slots: number) {
      clock.skip(slots)
      journal?.write({ skip: slots })
    },
    transaction: transactions.get,
    signaturesOf: transactions.signaturesOf,
    inSlot: transactions.inSlot,
    isReached: (slot: number, commitment: Commitment) => slot <= clock.slot(commitment),
    count: transactions.count,
    /** Fires for each transaction, with the accounts that it could change. */
    onTransaction(listener: (record: TransactionRecord, changed: ReadonlySet<string>) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => journal?.close(),
  }
}

/** The newest transactions, by signature, address and slot. */
function createTransactionIndex() {
  const transactions = new Map<string, TransactionRecord>()
  const byAddress = new Map<string, string[]>()
  const bySlot = new Map<number, string[]>()

  function add(record: TransactionRecord) {
    transactions.set(record.signature, record)
    for (const address of new Set(record.accounts)) listAt(byAddress, address).push(record.signature)
    listAt(bySlot, record.slot).push(record.signature)
    const [oldest] = transactions.keys()
    if (transactions.size > maxTransactions && oldest !== undefined) forget(transactions.get(oldest)!)
  }

  function forget({ signature, slot, accounts }: TransactionRecord) {
    transactions.delete(signature)
    bySlot.delete(slot)
    for (const address of new Set(accounts)) {
      const left = byAddress.get(address)?.filter((one) => one !== signature) ?? []
      if (left.length > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    }
  }

  return {
    add,
    get: (signature: string) => transactions.get(signature),
    /** The transactions of an address, newest first. */
    signaturesOf: (address: string): string[] => [...(byAddress.get(address) ?? [])].reverse(),
    inSlot: (slot: number): TransactionRecord[] =>
      (bySlot.get(slot) ?? []).flatMap((signature) => transactions.get(signature) ?? []),
    count: () => transactions.size,
  }
}

/** The addresses in a lookup table, after its header of 56 bytes. */
function tableOf(table: Account | undefined): string[] {
  if (table?.owner !== programs.lookupTable) return []
  const count = Math.floor((table.data.length - 56) / 32)
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    encodeBase58(table.data.subarray(56 + i * 32, 88 + i * 32)),
  )
}

function listAt<K, V>(map: Map<K, V[]>, key: K): V[] {
  const known = map.get(key)
  if (known) return known
  const list: V[] = []
  map.set(key, list)
  return list
}
