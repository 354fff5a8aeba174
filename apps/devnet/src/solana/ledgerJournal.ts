import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import {
  checkJournalHeader,
  continueJournalFile,
  createJournalFile,
  type JournalFile,
  journalError,
  readJournalFile,
} from '../journalFile.ts'
import type { Account } from './runtime.ts'
import { type TransactionRecord, transactionRecord } from './transactionRecord.ts'

const keptAccount = z.tuple([
  /* address */ z.string(),
  /* lamports */ z.int().check(z.nonnegative()),
  /* owner */ z.string(),
  /* executable */ z.boolean(),
  /* data, in base64 */ z.string(),
])
const entry = z.object({
  transaction: z.optional(transactionRecord),
  /** Accounts after a change; one without lamports is gone. */
  accounts: z.optional(z.array(keptAccount)),
  /** Slots that were skipped. */
  skip: z.optional(z.int().check(z.positive())),
})
type Entry = z.infer<typeof entry>

/** A ledger's identity: its start, and the seed of its blockhashes. */
export type LedgerBirth = { genesisTime: number; seed: string }

const kind = { journal: 'billfold-devnet-solana', version: 1 } as const
const header = z.object({ genesisTime: z.int().check(z.positive()), seed: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

export type LedgerJournal = {
  write(change: {
    transaction?: TransactionRecord
    accounts?: ReadonlyMap<string, Account | undefined>
    skip?: number
  }): void
  close(): void
}

export type KeptLedger = {
  birth: LedgerBirth
  transactions: TransactionRecord[]
  accounts: Map<string, Account>
  skipped: number
  journal: LedgerJournal
}

/** A new ledger. It goes into a file, if one is named, once its set-up is done. */
export function bornNow(now: number): LedgerBirth {
  // A minute ago, so that even the first transactions are final soon.
  return { genesisTime: now - 60_000, seed: randomBytes(32).toString('hex') }
}

/** Reads a file and continues it; undefined if there is no file. */
export function openLedgerJournal(path: string): KeptLedger | undefined {
  const file = readJournalFile(path)
  if (!file) return undefined
  const [first, ...rest] = file.lines
  checkJournalHeader(path, first, kind)
  const birth = header.safeParse(first)
  if (!birth.success) throw journalError(path, 1, 'is not a journal header')
  const accounts = new Map<string, Account>()
  const transactions: TransactionRecord[] = []
  let skipped = 0
  for (const [index, line] of rest.entries()) {
    const { success, data } = entry.safeParse(line)
    if (!success) throw journalError(path, index + 2, 'is not a journal entry')
    if (data.transaction) transactions.push(data.transaction)
    skipped += data.skip ?? 0
    for (const [address, lamports, owner, executable, bytes] of data.accounts ?? [])
      if (lamports === 0) accounts.delete(address)
      else accounts.set(address, { lamports, owner, executable, data: new Uint8Array(Buffer.from(bytes, 'base64')) })
  }
  return {
    birth: birth.data,
    transactions,
    accounts,
    skipped,
    journal: writing(continueJournalFile(path, file.size)),
  }
}

/** Begins a journal; entries wait until `begin`, so that a crash in the set-up leaves no file. */
export function newLedgerJournal(path: string, birth: LedgerBirth): LedgerJournal & { begin(): void } {
  const waiting: Entry[] = []
  let open: LedgerJournal | undefined
  return {
    write: (change) => (open ? open.write(change) : void waiting.push(toEntry(change))),
    begin() {
      open = writing(createJournalFile(path, [{ ...kind, ...birth }, ...waiting.splice(0)]))
    },
    close: () => open?.close(),
  }
}

const writing = (file: JournalFile): LedgerJournal => ({
  write: (change) => file.append(`${JSON.stringify(toEntry(change))}\n`),
  close: file.close,
})

const toEntry: (change: Parameters<LedgerJournal['write']>[0]) => Entry = ({ accounts, ...change }) => ({
  ...change,
  ...(accounts && { accounts: [...accounts].map(([address, account]) => keep(address, account)) }),
})

const keep = (address: string, account: Account | undefined): z.infer<typeof keptAccount> =>
  account
    ? [address, account.lamports, account.owner, account.executable, Buffer.from(account.data).toString('base64')]
    : [address, 0, '', false, '']
