/** Where the kit tells a developer what went wrong. */
export type Log = {
  error(message: string, cause?: unknown): void
  info(message: string, cause?: unknown): void
}

/** The browser's console. */
export const consoleLog: Log = {
  error: (message, cause) => (cause === undefined ? console.error(message) : console.error(message, cause)),
  info: (message, cause) => (cause === undefined ? console.info(message) : console.info(message, cause)),
}
