import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The loggable parts of an error: its class, its codes and its stack. Its message may quote a person, so it is omitted.
 */
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
    if (line.length > maxFrameLength) continue
    const { file, position } = placeIn(line) ?? {}
    if (file && frames.length < 8 && existsSync(file)) frames.push(`${file.replace(root, '')}${position}`)
  }
  return frames
}

/** No line of a stack is longer; one of a message may be, and a stranger's. */
const maxFrameLength = 1_000
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The file and position at the end of a stack's line: `    at read (file:///app/read.ts:1:2)`. */
function placeIn(line: string): { file: string; position: string } | undefined {
  const end = /^\s+at /.test(line) ? /(:\d+:\d+)\)?$/.exec(line) : null
  const [, position] = end ?? []
  if (!end || position === undefined) return undefined
  const before = line.slice(0, end.index)
  const start = Math.max(...[' ', '\t', '('].map((letter) => before.lastIndexOf(letter))) + 1
  const file = before.slice(start).replace(/^file:\/\//, '')
  return file.startsWith('/') ? { file, position } : undefined
}
