import * as z from 'zod/mini'
import {
  checkJournalHeader,
  continueJournalFile,
  createJournalFile,
  type JournalFile,
  journalError,
  readJournalFile,
} from '../journalFile.ts'

const hex = z.string().check(z.regex(/^([0-9a-f]{2})+$/))
/** A connected block, or a transaction in the mempool. */
const entry = z.union([z.object({ block: hex }), z.object({ tx: hex })])
export type JournalEntry = z.infer<typeof entry>

const header = { journal: 'billfold-devnet-bitcoin', version: 1 } as const

export type BitcoinJournal = { write(entry: JournalEntry): void; close(): void }

/** Reads a journal and opens it for appending; undefined if there is none. */
export function openBitcoinJournal(path: string): { kept: JournalEntry[]; journal: BitcoinJournal } | undefined {
  const file = readJournalFile(path)
  if (!file) return undefined
  const [first, ...rest] = file.lines
  checkJournalHeader(path, first, header)
  const kept = rest.map((line, index) => {
    const { success, data } = entry.safeParse(line)
    if (!success) throw journalError(path, index + 2, 'is not a journal entry')
    return data
  })
  return { kept, journal: writing(continueJournalFile(path, file.size)) }
}

/** Starts a journal after the set-up, so that a crash during the set-up leaves no file. */
export const newBitcoinJournal = (path: string, entries: readonly JournalEntry[]): BitcoinJournal =>
  writing(createJournalFile(path, [header, ...entries]))

const writing = (file: JournalFile): BitcoinJournal => ({
  write: (one) => file.append(`${JSON.stringify(one)}\n`),
  close: file.close,
})
