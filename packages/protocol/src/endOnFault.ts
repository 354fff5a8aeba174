/** The part of Node's `process` that this uses. */
type Process = {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
  exit(code: number): void
}

type Ending = {
  /** Told the error's class alone: its message may quote a person. */
  say: (error: string) => void
  /** Finishes requests in flight and accepts no new ones. */
  close: () => Promise<unknown> | undefined
  /** How long that may take. */
  patienceMs?: number
}

/**
 * The last handler of a process: logs an uncaught error, finishes requests in flight and exits with code 1, so that the supervisor
 * restarts it. After such an error its state cannot be trusted.
 */
export function endOnFault(process: Process, { say, close, patienceMs = 10_000 }: Ending): void {
  let isEnding = false
  const end = (error: unknown) => {
    say(error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'Error')
    if (isEnding) return
    isEnding = true
    const exit = () => process.exit(1)
    setTimeout(exit, patienceMs)
    Promise.resolve(close()).then(exit, exit)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
