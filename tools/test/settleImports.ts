import { afterAll, vi } from 'vitest'

// A file that ends while a module loads would leave it broken for the next one in its process.
afterAll(() => vi.dynamicImportSettled())
