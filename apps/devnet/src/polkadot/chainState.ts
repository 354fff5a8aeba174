import * as z from 'zod/mini'
import {
  checkJournalHeader,
  continueJournalFile,
  createJournalFile,
  type JournalFile,
  journalError,
  readJournalFile,
} from '../journalFile.ts'

/** A key of the chain's storage and its value, in hex; null if it was removed. */
export type StorageChange = readonly [key: string, value: string | null]

export type ChainState = {
  /** The last stored block, and the storage after it; undefined for a new chain. */
  readonly kept: { height: number; storage: ReadonlyMap<string, string> } | undefined
  write(height: number, changes: readonly StorageChange[]): void
  close(): void
}

const header = { journal: 'billfold-devnet-polkadot', version: 1 } as const
const hex = z.string().check(z.regex(/^0x([0-9a-f]{2})*$/))
const entry = z.object({ height: z.int(), changes: z.array(z.tuple([hex, z.nullable(hex)])) })

/**
 * The stored parts of the storage: accounts (System.Account), Balances and Assets. A start makes the rest itself:
 * restored, it would contradict the blocks that follow, and no signature would verify.
 */
const keptPrefixes = [
  '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9',
  '0xc2261276cc9d1f8598ea4b6a74b15c2f',
  '0x682a59d51ab9e48a8c8cc418ff9708d2',
]

export const isKept = (key: string): boolean => keptPrefixes.some((prefix) => key.startsWith(prefix))

/** The chain's state in a file of JSON lines, one for each block that changed it; in memory without a file. */
export function openChainState(path: string | undefined): ChainState {
  if (path === undefined) return { kept: undefined, write: () => undefined, close: () => undefined }
  const stored = readJournalFile(path)
  let file: JournalFile | undefined = stored && continueJournalFile(path, stored.size)
  return {
    kept: stored && read(path, stored.lines),
    write(height, changes) {
      // The file begins with the whole set-up: a crash in the middle of it leaves no file.
      if (file) file.append(`${JSON.stringify({ height, changes })}\n`)
      else file = createJournalFile(path, [header, { height, changes }])
    },
    close: () => file?.close(),
  }
}

function read(path: string, [first, ...rest]: readonly unknown[]) {
  checkJournalHeader(path, first, header)
  const storage = new Map<string, string>()
  let height = 0
  for (const [index, line] of rest.entries()) {
    const { success, data } = entry.safeParse(line)
    if (!success) throw journalError(path, index + 2, 'is not a journal entry')
    height = data.height
    for (const [key, value] of data.changes)
      if (value === null) storage.delete(key)
      else storage.set(key, value)
  }
  return { height, storage }
}
