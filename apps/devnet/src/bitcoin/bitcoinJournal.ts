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
/** A block that joined the chain, or a transaction that waits for one. */
const entry = z.union([z.object({ block: hex }), z.object({ tx: hex })])
export type JournalEntry = z.infer<typeof entry>

const header = { journal: 'billfold-devnet-bitcoin', version: 1 } as const

export type BitcoinJournal = { write(entry: JournalEntry): void; close(): void }

/** What a file kept, and the file open to go on; undefined where there is none. */
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

/** Begins a journal with a chain that is set up: a crash before leaves no file. */
export const newBitcoinJournal = (path: string, entries: readonly JournalEntry[]): BitcoinJournal =>
  writing(createJournalFile(path, [header, ...entries]))

const writing = (file: JournalFile): BitcoinJournal => ({
  write: (one) => file.append(`${JSON.stringify(one)}\n`),
  close: file.close,
})
