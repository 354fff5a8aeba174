import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serverFile } from './kitEntries.ts'
import { sharedRanges } from './sharedRanges.ts'

type Manifest = {
  name: string
  version: string
  description: string
  license: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, unknown>
}

export type PackedManifest = Record<string, unknown> & {
  name: string
  exports: Record<string, unknown>
  dependencies: Record<string, string>
}

const readManifest = async (root: string, folder = '.'): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))

/** The version that every package is published with: the one in the repository's own package.json. */
export const readVersion = async (root: string): Promise<string> => (await readManifest(root)).version

/** The manifest of a package that bundles several: the dependencies of all, under the name of the first. */
export async function packageManifest(
  root: string,
  made: string[],
  entries: Record<string, string>,
): Promise<PackedManifest> {
  const manifests = await Promise.all(made.map((name) => readManifest(root, `packages/${name}`)))
  const [{ name, description, license }] = manifests as [Manifest]
  const needed = manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies))
  const others = needed.filter(([name]) => !name.startsWith('@billfold/')).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    name,
    version: await readVersion(root),
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    // For compilers and bundlers that do not read `exports`.
    main: './index.js',
    types: './index.d.ts',
    exports: {
      ...Object.fromEntries(
        Object.keys(entries).map((name) => [
          name === 'index' ? '.' : `./${name}`,
          { types: `./${name}.d.ts`, default: `./${name}.js` },
        ]),
      ),
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(others.map(([name, version]) => [name, sharedRanges[name] ?? version])),
  }
}

/**
 * The manifest of the kit's package. It uses only the types of wagmi and `@solana/kit`, and declares neither: npm
 * resolves even the peers of an optional peer, and wagmi's contradict each other.
 */
export async function kitManifest(root: string, entries: Record<string, string>): Promise<PackedManifest> {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = await readManifest(root, 'packages/react')
  const peers = Object.entries(peerDependencies).filter(([name]) => !(name in peerDependenciesMeta))
  const manifest = await packageManifest(root, ['react', 'core', 'protocol'], entries)
  const index = { types: './index.d.ts', 'react-server': `./${serverFile}.js`, default: './index.js' }
  return { ...manifest, exports: { ...manifest.exports, '.': index }, peerDependencies: Object.fromEntries(peers) }
}
