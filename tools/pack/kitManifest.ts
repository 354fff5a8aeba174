import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kitEntries } from './bundleKit.ts'

const made = ['react', 'core', 'protocol']

type Manifest = {
  name: string
  version: string
  description: string
  license: string
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, unknown>
}

/** What the kit's package says of itself: one package, with the dependencies of all that went into it. */
export async function kitManifest(
  root: string,
): Promise<Record<string, unknown> & Required<Pick<Manifest, 'dependencies'>>> {
  const read = async (name: string): Promise<Manifest> =>
    JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'))
  const manifests = await Promise.all(made.map(read))
  const [kit] = manifests as [Manifest, ...Manifest[]]
  const needed = manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies))
  const others = needed.filter(([name]) => !name.startsWith('@billfold/')).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const { name, version, description, license, peerDependencies, peerDependenciesMeta } = kit
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    exports: Object.fromEntries(
      Object.entries(kitEntries).map(([path, file]) => [
        path,
        { types: `./types/react/src/${file}.d.ts`, default: `./${file}.js` },
      ]),
    ),
    dependencies: Object.fromEntries(others),
    peerDependencies,
    peerDependenciesMeta,
  }
}
