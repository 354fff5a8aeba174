/** Where the kit tells a developer what went wrong. */
export type Log = {
  error(message: string, cause?: unknown): void
  info(message: string, cause?: unknown): void
}

/** The browser's console. What is no error is for developers who ask for it: visitors' consoles show it at the level "verbose" alone. */
export const consoleLog: Log = {
  error: (...said) => console.error(...said),
  info: (...said) => console.debug(...said),
}
