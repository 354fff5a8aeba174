import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { writeTexts } from './tools/catalogs/writeTexts.ts'
import { LongestFirst } from './tools/test/longestFirst.ts'

// The kit's code imports its texts from a folder that is not committed.
writeTexts(import.meta.dirname)

// Slow is not wrong on a busy machine: a poll fails only if its condition never holds.
const patience = { poll: { timeout: 40_000 } }
// Only for tests that hang: the disk of a shared machine has stalled for most of a minute. A journey has a timeout for each
// step; a long one at a fourth of its speed took two minutes.
const hang = { testTimeout: 300_000, hookTimeout: 300_000 }

// unit: pure, fast, in parallel. integration: real chains, databases and processes (*.int.test.ts). e2e: a real browser.
// browsers: three engines (npm run test:browsers). drop-in: stock clients (npm run test:drop-in). create: pages by npm create billfold
// (npm run test:create). install: the packages in others' builds (npm run test:install). release: two builds and the images (npm run test:release).
// hostile: attacks on a stack (npm run test:hostile).
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps}/**/*.test.{ts,tsx}', '{tools,bench}/**/*.test.ts'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
          expect: patience,
          ...hang,
          // Files that share a process load the kit once, not two hundred times, in less than half the CPU time. Stubs end with their file.
          isolate: false,
          unstubGlobals: true,
          setupFiles: ['tools/test/settleImports.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          expect: patience,
          globalSetup: ['apps/devnet/src/polkadot/shareChain.ts', 'apps/server/test/shareClusters.ts'],
          include: ['packages/**/*.int.test.ts', 'apps/**/*.int.test.ts', '{tools,hostile,bench}/**/*.int.test.ts'],
          exclude: ['**/node_modules/**'],
          ...hang,
          // As for unit tests: a quarter of the CPU time went into reloading modules.
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: patience,
          globalSetup: ['e2e/globalSetup.ts'],
          include: ['e2e/**/*.e2e.ts'],
          ...hang,
          // A worker's files share its browser, its builds and its modules.
          isolate: false,
          unstubGlobals: true,
          // Each worker has a stack and a browser of its own. One leaves half of two cores idle, waiting for what it asked
          // for; two take no more of the processor for the same journeys, now that their browsers draw no windows.
          maxWorkers: Math.min(2, availableParallelism()),
        },
      },
      {
        test: {
          name: 'browsers',
          expect: patience,
          globalSetup: ['e2e/globalSetup.ts'],
          include: ['e2e/**/*.browsers.ts'],
          ...hang,
          maxWorkers: 1,
        },
      },
      {
        test: { name: 'drop-in', expect: patience, include: ['e2e/dropin/*.dropin.ts'], ...hang, maxWorkers: 1 },
      },
      {
        // A page of Next's is installed, run and built: minutes alone, half an hour on a machine at a tenth of its speed.
        test: { name: 'create', include: ['e2e/create/*.create.ts'], ...hang, testTimeout: 1_800_000, maxWorkers: 1 },
      },
      {
        // Its files share one installed site.
        test: {
          name: 'install',
          expect: patience,
          include: ['e2e/install/*.install.ts'],
          ...hang,
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          maxWorkers: 1,
          isolate: false,
        },
      },
      {
        // Two whole builds of everything for two architectures.
        test: {
          name: 'release',
          expect: patience,
          globalSetup: ['e2e/release/globalSetup.ts'],
          include: ['e2e/release/*.release.ts'],
          ...hang,
          hookTimeout: 3_600_000,
          maxWorkers: 1,
        },
      },
      {
        test: { name: 'hostile', expect: patience, include: ['hostile/**/*.hostile.ts'], ...hang, maxWorkers: 1 },
      },
    ],
  },
})
