import { compareVersions } from './compareVersions.ts'
import type { Problem } from './problem.ts'
import { type LockEntry, nameAt, placeOf, readLockfile } from './readLockfile.ts'
import { type DependencyKind, readWorkspaces, type Workspace } from './workspaces.ts'

const file = 'package-lock.json'
const kinds: DependencyKind[] = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/**
 * From these versions on a license forbids Billfold's purpose: running one's own relay. The first matching row counts.
 */
const forbidden: { name: RegExp; from: string }[] = [
  { name: /^@reown\/walletkit$/, from: '1.2.11' },
  { name: /^@reown\//, from: '1.8.1' },
  {
    name: /^@walletconnect\/(?:core|sign-client|utils|types|universal-provider|ethereum-provider)$/,
    from: '2.21.9',
  },
]

/**
 * The lockfile installs anywhere: no addresses, every part pinned by its hash, no native part missing, no barred
 * version.
 */
export async function checkLockfile(root: string): Promise<Problem[]> {
  const lock = await readLockfile(root)
  const workspaces = await readWorkspaces(root)
  const problems: Problem[] = []
  const say = (sentence: string) => problems.push({ path: file, sentence })

  for (const [place, entry] of Object.entries(lock.packages)) {
    const name = nameAt(place, entry)
    const ours = !place.includes('node_modules/') || entry.link === true
    if (entry.resolved !== undefined && !entry.link)
      say(`holds a download address for ${name}: run npm install with the repository's .npmrc, which leaves them out`)
    if (!ours && entry.integrity === undefined) say(`holds no hash for ${name}, so any content would be taken for it`)
    if (!ours) {
      const rule = forbidden.find((row) => row.name.test(name))
      if (rule && entry.version !== undefined && compareVersions(entry.version, rule.from) >= 0)
        say(`holds ${name} ${entry.version}: from ${rule.from} on its licence forbids a relay of one's own`)
    }
    for (const part of Object.keys(entry.optionalDependencies ?? {}))
      if (placeOf(lock, place, part) === undefined)
        say(
          `lacks ${part}, a native part of ${name === '' ? place : name}: npm ci refuses it; take a version whose parts all exist`,
        )
  }
  for (const workspace of workspaces) problems.push(...drift(workspace, lock.packages[workspace.dir]))
  return problems
}

/** A manifest that disagrees with the lockfile makes `npm ci` reject both. */
function drift({ dir, manifest }: Workspace, entry: LockEntry | undefined): Problem[] {
  const path = dir === '' ? 'package.json' : `${dir}/package.json`
  if (!entry) return [{ path, sentence: `is not in ${file}: run npm install` }]
  return kinds.flatMap((kind) => {
    const [declared, held] = [manifest[kind] ?? {}, entry[kind] ?? {}]
    const names = new Set([...Object.keys(declared), ...Object.keys(held)])
    return [...names]
      .filter((name) => declared[name] !== held[name])
      .map((name) => ({ path, sentence: `and ${file} disagree about ${name} in ${kind}: run npm install` }))
  })
}
