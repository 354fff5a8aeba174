import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DependencyKind } from './workspaces.ts'

/** One entry of package-lock.json: a package at its place in the tree, a workspace, or the link to one. */
export type LockEntry = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  license?: unknown
  link?: boolean
  optional?: boolean
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
} & { [kind in DependencyKind]?: Record<string, string> }
export type Lockfile = { lockfileVersion?: number; packages: Record<string, LockEntry> }

/** The lockfile of the tree; without entries if there is none. */
export async function readLockfile(root: string): Promise<Lockfile> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8').catch(() => '{}')
  const { packages = {}, ...rest } = JSON.parse(text) as Partial<Lockfile>
  return { ...rest, packages }
}

/** The name of the package at a place in the tree: `apps/x/node_modules/@a/b` → `@a/b`. An alias keeps its real name inside. */
export function nameAt(place: string, entry?: LockEntry): string {
  return entry?.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** The path at which Node finds `name` from `place`: the nearest node_modules upwards. */
export function placeOf({ packages }: Lockfile, place: string, name: string): string | undefined {
  for (let folder = place; ; folder = parentOf(folder)) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (Object.hasOwn(packages, candidate)) return candidate
    if (folder === '') return undefined
  }
}

function parentOf(place: string): string {
  const cut = place.lastIndexOf('/node_modules/')
  if (cut !== -1) return place.slice(0, cut)
  return place.startsWith('node_modules/') || !place.includes('/') ? '' : place.slice(0, place.lastIndexOf('/'))
}
