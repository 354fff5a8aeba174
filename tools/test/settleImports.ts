import { afterAll, vi } from 'vitest'

// A file that ends in the middle of loading a module would leave it broken for the next one in its process.
afterAll(() => vi.dynamicImportSettled())
