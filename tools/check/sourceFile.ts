const source = /\.(?:ts|tsx|mts|js|jsx|mjs)$/
const test = /\.(?:test|e2e|bench)\.tsx?$/

/** Whether a path holds code that imports and is imported (declaration files are types alone). */
export const isSource = (path: string): boolean => source.test(path) && !/\.d\.m?ts$/.test(path)

/** Whether a path is a test: tests may lean on what is declared for development. */
export const isTest = (path: string): boolean => test.test(path) || path.startsWith('e2e/') || path.startsWith('bench/')
