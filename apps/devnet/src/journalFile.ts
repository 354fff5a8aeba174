import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from './startError.ts'

/** A file of JSON lines that is open for writing: `end` is the offset of the next line. */
export type JournalFile = {
  readonly end: number
  append(line: string): void
  /** Overwrites in place, for a line that keeps its length. */
  overwrite(line: string, at: number): void
  close(): void
}

/** The one sentence for a journal that cannot be replayed. */
export const journalError = (path: string, line: number, what: string) =>
  new StartError(`The journal ${path} cannot be replayed: line ${line} ${what}; delete or move the file to start over.`)

const newline = 0x0a

/**
 * Every whole line of the file, undefined for one that is not JSON; skips a last line without its end, which a crash
 * cut off.
 */
export function readJournalFile(path: string): { lines: unknown[]; size: number } | undefined {
  if (!existsSync(path)) return undefined
  const bytes = readBytes(path)
  const lines: unknown[] = []
  let start = 0
  for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
    lines.push(parseLine(bytes.toString('utf8', start, end)))
    start = end + 1
  }
  if (start === 0) throw journalError(path, 1, 'is not a journal header')
  return { lines, size: start }
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

/** Stops at a header of another kind of journal, another version or another chain. */
export function checkJournalHeader(path: string, value: unknown, header: Readonly<Record<string, unknown>>): void {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  if (fields.journal !== header.journal) throw journalError(path, 1, 'is not a journal header')
  for (const [key, expected] of Object.entries(header))
    if (fields[key] !== expected)
      throw journalError(path, 1, `has ${key} ${String(fields[key])} instead of ${String(expected)}`)
}

/** Writes a new journal in one step: a crash while the chain is set up leaves no file behind. */
export function createJournalFile(path: string, lines: readonly unknown[]): JournalFile {
  return orCannotWrite(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    const draft = `${path}.new`
    const fd = openSync(draft, 'w')
    const size = writeWhole(fd, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 0)
    renameSync(draft, path)
    return openedFile(fd, size)
  })
}

/** Continues a journal that has been read; cuts off a line that a crash left half-written. */
export function continueJournalFile(path: string, size: number): JournalFile {
  return orCannotWrite(path, () => {
    const fd = openSync(path, 'r+')
    ftruncateSync(fd, size)
    return openedFile(fd, size)
  })
}

function orCannotWrite<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw new StartError(`The journal ${path} cannot be written (${(error as Error).message}).`)
  }
}

function openedFile(fd: number, size: number): JournalFile {
  let end = size
  return {
    get end() {
      return end
    },
    append(line) {
      end += writeWhole(fd, line, end)
    },
    overwrite: (line, at) => void writeWhole(fd, line, at),
    close: () => closeSync(fd),
  }
}

function writeWhole(fd: number, text: string, at: number): number {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
  return bytes.length
}
