/** What is used of Node's `process`. */
type Process = {
  on(event: 'uncaughtException' | 'unhandledRejection', heard: (error: unknown) => void): unknown
  exit(code: number): void
}

type Ending = {
  /** Told the error's class alone: its message may quote a person. */
  say: (error: string) => void
  /** Answers what is in flight and takes nothing new. */
  close: () => Promise<unknown> | undefined
  /** So long that may take. */
  patienceMs?: number
}

/**
 * The last handler of a process: what nobody caught is said, what is in flight is answered, and the process ends with code 1, so that
 * whoever watches over it starts it again. Nobody knows what state such an error leaves behind.
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
