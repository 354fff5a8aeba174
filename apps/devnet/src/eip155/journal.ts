import type { Hex } from 'viem'
import {
  checkJournalHeader,
  continueJournalFile,
  createJournalFile,
  type JournalFile,
  journalError,
  readJournalFile,
} from '../journalFile.ts'

/** A call that changed the chain without making a block. */
export type JournalCall = readonly [method: string, params: readonly unknown[]]

/** Blocks mined together: one, a run of empty ones `every` seconds apart, or one `leap` (hardhat_mine). */
export type JournalBlocks = { time: number; count?: number; every?: number; leap?: true; offset?: number }

/** One step of a chain's history: calls, then blocks, then the hash of the head both led to. */
export type JournalEntry = { calls?: readonly JournalCall[]; blocks?: JournalBlocks; head: Hex; setup?: unknown }

/** The settings that a file must match to be replayed here. */
export type JournalHeader = {
  journal: 'billfold-devnet'
  version: 1
  chainId: number
  genesisTime: number
  hardfork: string
}

export type Journal = {
  append(entry: JournalEntry): void
  close(): void
}

/** All entries of the journal file, or undefined if there is no file. */
export function readJournal(
  path: string,
  header: JournalHeader,
): { entries: JournalEntry[]; size: number } | undefined {
  const file = readJournalFile(path)
  if (!file) return undefined
  const [first, ...entries] = file.lines
  checkJournalHeader(path, first, header)
  for (const [index, entry] of entries.entries())
    if (!isEntry(entry)) throw journalError(path, index + 2, 'is not a journal entry')
  return { entries: entries as JournalEntry[], size: file.size }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isCall = (value: unknown): value is JournalCall =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && Array.isArray(value[1])
const isBlocks = (value: unknown): value is JournalBlocks =>
  isRecord(value) &&
  isCount(value.time) &&
  (value.count === undefined || isCount(value.count)) &&
  (value.every === undefined || isCount(value.every)) &&
  (value.offset === undefined || Number.isSafeInteger(value.offset))
const isEntry = (value: unknown): value is JournalEntry =>
  isRecord(value) &&
  /^0x[0-9a-f]{64}$/.test(String(value.head)) &&
  (value.calls === undefined || (Array.isArray(value.calls) && value.calls.every(isCall))) &&
  (value.blocks === undefined || isBlocks(value.blocks))

/** Begins a journal with the steps so far. */
export const createJournal = (path: string, header: JournalHeader, entries: readonly JournalEntry[]): Journal =>
  openedJournal(createJournalFile(path, [header, ...entries]))

/** Continues a journal that was read up to `size`. */
export const continueJournal = (path: string, size: number): Journal => openedJournal(continueJournalFile(path, size))

function openedJournal(file: JournalFile): Journal {
  let run: { at: number; blocks: Required<Pick<JournalBlocks, 'time' | 'count' | 'every'>>; offset: number } | undefined

  return {
    append(entry) {
      const blocks = entry.calls === undefined && entry.setup === undefined ? emptyBlock(entry.blocks) : undefined
      if (blocks && run && extendsRun(run.blocks, run.offset, blocks)) {
        run.blocks = { ...run.blocks, count: run.blocks.count + 1 }
        file.overwrite(runLine(run.blocks, run.offset, entry.head), run.at)
        return
      }
      run = blocks
        ? {
            at: file.end,
            blocks: { time: blocks.time, count: 1, every: blocks.every ?? 0 },
            offset: blocks.offset ?? 0,
          }
        : undefined
      const line = run ? runLine(run.blocks, run.offset, entry.head) : `${JSON.stringify(entry)}\n`
      file.append(line)
    },
    close: file.close,
  }
}

/** Only blocks of interval mining come in runs. */
const emptyBlock = (blocks: JournalBlocks | undefined) =>
  blocks?.every && blocks.count === undefined && !blocks.leap ? blocks : undefined

const extendsRun = (run: { time: number; count: number; every: number }, offset: number, next: JournalBlocks) =>
  run.every === next.every && offset === (next.offset ?? 0) && next.time === run.time + run.count * run.every

// The count is padded so that a longer run takes the same bytes and can overwrite the shorter one in place.
const runLine = (blocks: { time: number; count: number; every: number }, offset: number, head: Hex) =>
  `{"head":"${head}","blocks":{"time":${blocks.time},"every":${blocks.every},"offset":${offset},"count":${String(blocks.count).padEnd(12)}}}\n`
