/** A program of the release: what its bundle starts from, and the files that it reads at run time. */
export type App = {
  name: string
  description: string
  /** Output name → source file. The entry with the app's own name is what its image runs. */
  entries: Record<string, string>
  /** Folders and files copied as they are: place in the bundle → place in the repository. */
  data?: Record<string, string>
  /** The folder of its migrations, which are loaded by name. */
  migrations?: string
  /** Contains the wallet's page, built. */
  hasPage?: true
  /** Its default port. */
  port: number
}

/** Everything that `npm run release` builds. */
export const apps: readonly App[] = [
  {
    name: 'server',
    description: 'The API behind the modal',
    entries: {
      server: 'apps/server/src/main.ts',
      billfold: 'apps/server/src/cli/main.ts',
      projects: 'apps/server/src/projects/main.ts',
      sponsor: 'apps/server/src/bundler/main.ts',
      analytics: 'apps/server/src/analytics/main.ts',
      auth: 'apps/server/src/auth/main.ts',
    },
    data: { registry: 'apps/server/registry' },
    migrations: 'apps/server/src/db/migrations',
    port: 4102,
  },
  {
    name: 'relay',
    description: 'The WalletConnect relay',
    entries: { relay: 'apps/server/src/relay/main.ts' },
    migrations: 'apps/server/src/db/migrations',
    port: 4103,
  },
  {
    name: 'frame',
    description: 'The page that holds embedded wallets',
    entries: { frame: 'apps/frame/src/server/main.ts', verify: 'apps/server/src/cli/verify/main.ts' },
    hasPage: true,
    port: 4101,
  },
  {
    name: 'guardian',
    description: 'Holds one half of recovery',
    entries: { guardian: 'apps/guardian/src/main.ts' },
    port: 8790,
  },
]

/**
 * The places that code finds beside itself. A bundle is one flat folder, so each is rewritten; the build fails at an
 * `import.meta` that is missing here.
 */
export const ownPlaces: Readonly<Record<string, { source: string; built: string }>> = {
  'apps/server/src/log/describeError.ts': { source: "'../../../../'", built: "'./'" },
  'apps/server/src/registry/readRegistry.ts': { source: "'../../registry/'", built: "'./registry/'" },
  'apps/server/src/db/migrate.ts': { source: "'./migrations/'", built: "'./migrations/'" },
  'apps/server/src/cli/verify/main.ts': { source: "'./files.json'", built: "'./files.json'" },
  'apps/frame/src/server/releasedPage.ts': { source: "'./page/'", built: "'./page/'" },
}

/** Files that a release replaces by others with the same exports. */
export const replacements: Readonly<Record<string, string>> = {
  'apps/frame/src/server/buildFrame.ts': 'apps/frame/src/server/releasedPage.ts',
}
