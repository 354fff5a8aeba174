import type { Log } from './log.ts'

/** A log for tests to read. */
export function fakeLog() {
  const errors: string[] = []
  const infos: string[] = []
  const log: Log = { error: (message) => void errors.push(message), info: (message) => void infos.push(message) }
  return { ...log, errors, infos }
}
