import type { Writable } from 'node:stream'
import type { DestinationStream } from 'pino'

/** Where the lines of the log go. */
export type LogOutput = DestinationStream & {
  /** Calls back when all that was written is out, or cannot be, or after a while: no one's exit hangs on a reader. */
  flush(done: () => void): void
}

type Options = { stream?: Writable; maxBytes?: number; patienceMs?: number }

/**
 * Writes without ever waiting. The pipe's reader may be slow, stopped or gone: lines beyond the buffer are dropped, and
 * their number is logged; nothing more is written into a broken pipe.
 */
export function createLogOutput({ stream = process.stdout, maxBytes = 1_000_000, patienceMs = 1_000 }: Options = {}) {
  let missing = 0
  let isBroken = false
  let isGathering = false
  stream.on('error', () => {
    isBroken = true
  })
  const release = () => {
    if (isGathering) stream.uncork()
    isGathering = false
  }
  /** Writes the lines of one turn of the event loop together: a call of the system for each is what a request's line costs. */
  const gather = () => {
    if (isGathering) return
    isGathering = true
    stream.cork()
    setImmediate(release)
  }
  const output: LogOutput = {
    write(line) {
      if (isBroken) return
      if (stream.writableLength > maxBytes) {
        missing += 1
        return
      }
      if (missing > 0) {
        const warning = { level: 'warn', time: new Date().toISOString(), lines: missing, msg: 'the log was not read' }
        stream.write(`${JSON.stringify(warning)}\n`)
        missing = 0
      }
      gather()
      stream.write(line)
    },
    flush(done) {
      release()
      if (isBroken || stream.writableLength === 0) return done()
      const timer = setTimeout(done, patienceMs)
      const end = () => {
        clearTimeout(timer)
        done()
      }
      stream.write('', end)
    },
  }
  return output
}
