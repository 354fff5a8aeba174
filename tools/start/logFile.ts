import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** A log that starts empty at every start and keeps the previous one under `.previous`. */
export function openLog(path: string): { write: (line: string) => void; close: () => Promise<void> } {
  mkdirSync(dirname(path), { recursive: true })
  if (existsSync(path)) renameSync(path, `${path}.previous`)
  const stream = createWriteStream(path)
  // A full disk must not end the stack, only lose the log.
  stream.on('error', () => {})
  return {
    write: (line) => void stream.write(`${new Date().toISOString()} ${line}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  }
}
