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
  /\beyJ[\w-]{1,2000}\.[\w-]+(?:\.[\w-]+)?/g, // JSON web tokens
  /\b(?:bearer|basic|dpop)\s+[\w.~+/=-]+/gi, // credentials
  /\b(?:bc1|tb1)[02-9ac-hj-np-z]{20,}\b/gi, // Bitcoin addresses
  /\b[1-9A-HJ-NP-Za-km-z]{32,88}\b/g, // Solana and Polkadot addresses, keys
]

/** A line with everything that could name a person taken out of it. */
export function blot(line: string): string {
  return personal.reduce((text, pattern) => text.replace(pattern, '[removed]'), line)
}
