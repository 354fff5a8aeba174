import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Hex } from 'viem'
import { StartError } from '../startError.ts'

/** A call that changed the chain without making a block. */
export type JournalCall = readonly [method: string, params: readonly unknown[]]

/** Blocks mined together: one, a run of empty ones `every` seconds apart, or one `leap` (hardhat_mine). */
export type JournalBlocks = { time: number; count?: number; every?: number; leap?: true; offset?: number }

/** One step of a chain's history: calls, then blocks, then the hash of the head both led to. */
export type JournalEntry = { calls?: readonly JournalCall[]; blocks?: JournalBlocks; head: Hex; setup?: unknown }

/** What a file must have been written for to be replayed here. */
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

/** The one sentence for a journal that cannot be replayed. */
export const journalError = (path: string, line: number, what: string) =>
  new StartError(`The journal ${path} cannot be replayed: line ${line} ${what}; delete or move the file to start anew.`)

const newline = 0x0a

/** Every whole line of the file; a last line without its end was cut off by a crash and is left out. */
export function readJournal(
  path: string,
  header: JournalHeader,
): { entries: JournalEntry[]; size: number } | undefined {
  if (!existsSync(path)) return undefined
  const bytes = readBytes(path)
  const entries: JournalEntry[] = []
  let start = 0
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(newline, start)
    if (end === -1) break
    const value = parseLine(bytes.toString('utf8', start, end))
    if (line === 1) checkHeader(path, value, header)
    else if (isEntry(value)) entries.push(value)
    else throw journalError(path, line, 'is not a journal entry')
    start = end + 1
  }
  if (start === 0) throw journalError(path, 1, 'is not a journal header')
  return { entries, size: start }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartError(`The journal ${path} cannot be read (${(error as Error).message}).`)
  }
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function checkHeader(path: string, value: unknown, header: JournalHeader): void {
  const found = isRecord(value) ? value : {}
  if (found.journal !== header.journal) throw journalError(path, 1, 'is not a journal header')
  for (const [key, expected] of Object.entries(header))
    if (found[key] !== expected)
      throw journalError(path, 1, `says ${key} ${String(found[key])} where ${String(expected)} is expected`)
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

/** Writes a new journal in one step: a crash while the chain is set up leaves no file behind. */
export function createJournal(path: string, header: JournalHeader, entries: readonly JournalEntry[]): Journal {
  return orCannotWrite(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    const draft = `${path}.new`
    const fd = openSync(draft, 'w')
    const size = writeWhole(fd, [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''), 0)
    renameSync(draft, path)
    return openedJournal(fd, size)
  })
}

/** Goes on writing a journal that has been read; what a crash left half-written is cut off. */
export function continueJournal(path: string, size: number): Journal {
  return orCannotWrite(path, () => {
    const fd = openSync(path, 'r+')
    ftruncateSync(fd, size)
    return openedJournal(fd, size)
  })
}

function orCannotWrite<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw new StartError(`The journal ${path} cannot be written (${(error as Error).message}).`)
  }
}

function openedJournal(fd: number, startSize: number): Journal {
  let size = startSize
  let run: { at: number; blocks: Required<Pick<JournalBlocks, 'time' | 'count' | 'every'>>; offset: number } | undefined

  return {
    append(entry) {
      const blocks = entry.calls === undefined && entry.setup === undefined ? emptyBlock(entry.blocks) : undefined
      if (blocks && run && extendsRun(run.blocks, run.offset, blocks)) {
        run.blocks = { ...run.blocks, count: run.blocks.count + 1 }
        writeWhole(fd, runLine(run.blocks, run.offset, entry.head), run.at)
        return
      }
      run = blocks
        ? { at: size, blocks: { time: blocks.time, count: 1, every: blocks.every ?? 0 }, offset: blocks.offset ?? 0 }
        : undefined
      const line = run ? runLine(run.blocks, run.offset, entry.head) : `${JSON.stringify(entry)}\n`
      size += writeWhole(fd, line, size)
    },
    close() {
      closeSync(fd)
    },
  }
}

/** Only blocks of interval mining come in runs. */
const emptyBlock = (blocks: JournalBlocks | undefined) =>
  blocks?.every && blocks.count === undefined && !blocks.leap ? blocks : undefined

const extendsRun = (run: { time: number; count: number; every: number }, offset: number, next: JournalBlocks) =>
  run.every === next.every && offset === (next.offset ?? 0) && next.time === run.time + run.count * run.every

// The count is padded so that a longer run takes the same bytes and can be written over the shorter one in place.
const runLine = (blocks: { time: number; count: number; every: number }, offset: number, head: Hex) =>
  `{"head":"${head}","blocks":{"time":${blocks.time},"every":${blocks.every},"offset":${offset},"count":${String(blocks.count).padEnd(12)}}}\n`

function writeWhole(fd: number, text: string, at: number): number {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
  return bytes.length
}
