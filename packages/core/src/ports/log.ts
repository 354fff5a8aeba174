/** Where the kit tells a developer what went wrong. */
export type Log = {
  error(message: string, cause?: unknown): void
  info(message: string, cause?: unknown): void
}

/** The browser's console. */
export const consoleLog: Log = {
  error: (...said) => console.error(...said),
  info: (...said) => console.info(...said),
}
