import path from 'node:path'
import { defineConfig } from 'vitest/config'

const viem = path.join(import.meta.dirname, 'oldest/node_modules/viem')

// The unit tests of the kit's code that uses viem (EVM chains, names, sign-in, swaps), with the oldest viem in place of the repository's.
export default defineConfig({
  resolve: { alias: [{ find: /^viem(?=\/|$)/, replacement: viem }] },
  test: {
    include: [
      'packages/core/src/chains/eip155/**/*.test.ts',
      'packages/core/src/features/{names,signin,swap}/**/*.test.ts',
      'e2e/install/ranges/viem.test.ts',
    ],
    exclude: ['**/*.int.test.ts', '**/node_modules/**'],
    isolate: false,
    unstubGlobals: true,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['tools/test/settleImports.ts'],
  },
})
