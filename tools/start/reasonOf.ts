/** How a process ended. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null }

const noise = /^\s*(?:at .+|\^+|Node\.js v[\d.]+|node:[\w/]+:\d+|\{|\}|\[?errno\]?:.*)?\s*$/

/** The reason why a process ended, in one line: its last error, or its last line, or its exit code. */
export function reasonOf(exit: Exit, lines: string[]): string {
  const messages = lines.map(messageOf).filter((line) => !noise.test(line))
  const error = messages.findLast((line) => /^(?:Uncaught )?\w*Error(?: \[\w+\])?: /.test(line))
  const text = error?.replace(/^(?:Uncaught )?\w*Error(?: \[\w+\])?: /, '') ?? messages.at(-1)
  // A killed process could not print why: its last line is about something else.
  if (exit.signal) return `ended by ${exit.signal}`
  return text?.trim() ?? `exit code ${exit.code}`
}

/** Whether it ended with a sentence instead of a stack: it knew the problem, and a retry cannot help. */
export function isSentence(exit: Exit, lines: string[]): boolean {
  if (exit.code !== 1 && exit.code !== 78) return false
  return lines.length > 0 && !lines.some((line) => /^\s+at .+:\d+:\d+\)?$/.test(line))
}

/** The text of a line of structured log, or the line itself. */
function messageOf(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const { msg, err } = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } }
    return String(err?.message ?? msg ?? line)
  } catch {
    return line // not JSON after all
  }
}
