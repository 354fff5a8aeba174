/** The log for developers. */
export type Log = {
  error(message: string, cause?: unknown): void
  info(message: string, cause?: unknown): void
}

/** The browser's console. Anything but errors is logged at the “verbose” level, which visitors' consoles hide. */
export const consoleLog: Log = {
  error: (...args) => console.error(...args),
  info: (...args) => console.debug(...args),
}
