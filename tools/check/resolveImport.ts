import { existsSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { type Workspace, workspaceOf } from './workspaces.ts'

/** The target of an import: a file of ours, a package from the registry, Node itself, or unknown. */
export type Target =
  | { kind: 'file'; path: string; workspace: Workspace; pastExports: boolean }
  | { kind: 'package'; name: string; specifier: string }
  | { kind: 'node'; specifier: string }
  | { kind: 'missing'; specifier: string }

const endings = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']

/** Follows a specifier from a file as the runtime would, through the `exports` of our own packages. */
export function resolveImport(root: string, workspaces: Workspace[], from: string, specifier: string): Target {
  const bare = specifier.replace(/[?#].*$/, '')
  if (bare.startsWith('.')) {
    const path = existing(root, posix.normalize(posix.join(posix.dirname(from), bare)))
    if (path === undefined) return { kind: 'missing', specifier }
    const workspace = workspaceOf(workspaces, path)
    return {
      kind: 'file',
      path,
      workspace,
      pastExports: workspace !== workspaceOf(workspaces, from) && workspace.dir !== '',
    }
  }
  if (isBuiltin(bare)) return { kind: 'node', specifier }
  const name = packageName(bare)
  const workspace = workspaces.find((candidate) => candidate.dir !== '' && candidate.name === name)
  if (!workspace) return { kind: 'package', name, specifier: bare }
  const subpath = bare === name ? '.' : `.${bare.slice(name.length)}`
  const exported = exportedPath(workspace, subpath)
  if (exported === undefined) return { kind: 'file', path: `${workspace.dir}/${subpath}`, workspace, pastExports: true }
  const path = existing(root, posix.join(workspace.dir, exported))
  return path === undefined ? { kind: 'missing', specifier } : { kind: 'file', path, workspace, pastExports: false }
}

/** `@scope/name/deep` → `@scope/name`. */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function exportedPath({ manifest }: Workspace, subpath: string): string | undefined {
  const table = manifest.exports ?? {}
  const direct = table[subpath]
  if (direct !== undefined) return pathOf(direct)
  for (const [key, value] of Object.entries(table)) {
    const [before, after] = key.split('*')
    if (before === undefined || after === undefined) continue
    if (!subpath.startsWith(before) || !subpath.endsWith(after) || subpath.length < before.length + after.length)
      continue
    const star = subpath.slice(before.length, subpath.length - after.length)
    return pathOf(value)?.replaceAll('*', star)
  }
  return undefined
}

function pathOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null) return undefined
  return pathOf(Object.values(target)[0])
}

function existing(root: string, path: string): string | undefined {
  return endings
    .map((ending) => path + ending)
    .find((p) => existsSync(join(root, p)) && statSync(join(root, p)).isFile())
}
