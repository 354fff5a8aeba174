import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createLogOutput } from './createLogOutput.ts'

export type Log = Logger

/**
 * The server's log: one JSON object a line. Callers log only what they know to be harmless (route patterns, codes, times); as
 * a second line of defence, whatever looks like an address, an e-mail address or a token is blotted out on its way.
 */
export function createLog(level: string, stream: DestinationStream = createLogOutput()): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: blot },
  }
  return pino(options, stream)
}

const personal = [
  /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi, // e-mail addresses, looked for where a word begins
  /\b0x[0-9a-f]{40,}\b/gi, // EVM addresses, keys, signatures
  /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, // JSON web tokens
  /\b(?:bearer|basic|dpop)\s+[\w.~+/=-]+/gi, // credentials
  /\b(?:bc1|tb1)[02-9ac-hj-np-z]{20,}\b/gi, // Bitcoin addresses
  /\b[1-9A-HJ-NP-Za-km-z]{32,88}\b/g, // Solana and Polkadot addresses, keys
]

/** A line with everything that could name a person taken out of it. */
export function blot(line: string): string {
  return personal.reduce((text, pattern) => text.replace(pattern, '[removed]'), line)
}

/** What may be said of an error: its class, its codes and where it was thrown. Its message may quote a person, so not that. */
export function describeError(e: unknown): Record<string, unknown> {
  if (!(e instanceof Error)) return { name: typeof e }
  const code = 'code' in e && typeof e.code === 'string' && /^[\w.-]{1,40}$/.test(e.code) ? e.code : undefined
  return {
    name: /^\w{1,60}$/.test(e.name) ? e.name : 'Error',
    ...(code && { code }),
    at: framesOf(e),
    ...(e.cause !== undefined && { cause: describeError(e.cause) }),
  }
}

/** Files and lines of a stack. Its text can be forged by a message, so only the names of files that exist are repeated. */
function framesOf({ stack = '' }: Error): string[] {
  const frames: string[] = []
  for (const line of stack.split('\n')) {
    if (line.length > longestFrame) continue
    const [, file, position] = /^\s+at .*?(?:file:\/\/)?(\/[^\s()]+?)(:\d+:\d+)\)?$/.exec(line) ?? []
    if (file && frames.length < 8 && existsSync(file)) frames.push(`${file.replace(root, '')}${position}`)
  }
  return frames
}

/** No line of a stack is longer; one of a message may be, and a stranger's. */
const longestFrame = 1_000
const root = fileURLToPath(new URL('../../../', import.meta.url))
