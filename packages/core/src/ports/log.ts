/** The log for developers. */
export type Log = {
  error(message: string, cause?: unknown): void
  info(message: string, cause?: unknown): void
}

/** The browser's console. Anything but errors is logged at the “verbose” level, which visitors' consoles hide. */
export const consoleLog: Log = {
  error: (...said) => console.error(...said),
  info: (...said) => console.debug(...said),
}
