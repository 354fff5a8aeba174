import { listFiles } from './listFiles.ts'
import { type Import, type ParsedModule, parseModule } from './parseModule.ts'
import { readText } from './readText.ts'
import { resolveImport, type Target } from './resolveImport.ts'
import { isSource } from './sourceFile.ts'
import { readWorkspaces, type Workspace, workspaceOf } from './workspaces.ts'

/** Pages that run other kits or other versions: their imports are in lockfiles of their own. */
const peerPages = [
  'bench/peers/apps/',
  'e2e/dropin/pages/',
  ...['site/', 'ranges/', 'frameworks/'].map((name) => `e2e/install/${name}`),
]

/** A source file with each of its imports resolved. */
export type Module = {
  path: string
  workspace: Workspace
  imports: (Import & { target: Target })[]
  parsed: ParsedModule
}

/** Every source file of the tree, by path. */
export async function readModules(root: string): Promise<Map<string, Module>> {
  const workspaces = await readWorkspaces(root)
  const paths = (await listFiles(root)).filter(
    (path) => isSource(path) && !peerPages.some((pages) => path.startsWith(pages)),
  )
  const modules = await Promise.all(
    paths.map(async (path): Promise<Module> => {
      const parsed = parseModule(path, await readText(root, path))
      const follow = (imported: Import) => ({
        ...imported,
        target: resolveImport(root, workspaces, path, imported.specifier),
      })
      return { path, workspace: workspaceOf(workspaces, path), imports: parsed.imports.map(follow), parsed }
    }),
  )
  return new Map(modules.map((module) => [module.path, module]))
}
