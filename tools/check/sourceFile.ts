const source = /\.(?:ts|tsx|mts|js|jsx|mjs)$/
const test = /\.(?:test|e2e|bench)\.tsx?$|^(?:e2e|hostile|bench)\/|^(?:packages|apps)\/[^/]+\/(?:test|examples)\//

/** Whether a path holds code that imports and is imported (declaration files are types alone). */
export const isSource = (path: string): boolean => source.test(path) && !/\.d\.m?ts$/.test(path)

/** Whether a path is a test, or serves only tests and examples: it may use devDependencies. */
export const isTest = (path: string): boolean => test.test(path)
