import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of a package.json that we read. */
export type Manifest = {
  name?: string
  version?: string
  workspaces?: string[]
  exports?: Record<string, unknown>
  license?: unknown
  licenses?: unknown
  overrides?: Record<string, unknown>
} & { [kind in DependencyKind]?: Record<string, string> }
export type DependencyKind = 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies'

/** One package of ours: `dir` is its folder relative to the root ('' for the root itself). */
export type Workspace = { name: string; dir: string; manifest: Manifest }

/** The root package first, then every workspace its `workspaces` patterns (`apps/*`) name. */
export async function readWorkspaces(root: string): Promise<Workspace[]> {
  const top = await readManifest(join(root, 'package.json'))
  const workspaces: Workspace[] = [{ name: top.name ?? '', dir: '', manifest: top }]
  for (const pattern of top.workspaces ?? []) {
    const folder = pattern.replace(/\/\*$/, '')
    if (!existsSync(join(root, folder))) continue
    const names = pattern.endsWith('/*') ? (await readdir(join(root, folder))).sort() : ['']
    for (const name of names) {
      const dir = name === '' ? folder : `${folder}/${name}`
      if (!existsSync(join(root, dir, 'package.json'))) continue
      const manifest = await readManifest(join(root, dir, 'package.json'))
      workspaces.push({ name: manifest.name ?? dir, dir, manifest })
    }
  }
  return workspaces
}

/** The workspace of a file, by default the root. */
export function workspaceOf(workspaces: Workspace[], path: string): Workspace {
  const workspace = workspaces.find(({ dir }) => dir !== '' && path.startsWith(`${dir}/`)) ?? workspaces[0]
  if (!workspace) throw new Error('The repository has no root package.')
  return workspace
}

export async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, 'utf8')) as Manifest
}
