import {
  adapterInterfaces,
  adapterMayImport,
  chainLibraries,
  chainLibraryFolders,
  closedImports,
  coreRooms,
  kitPackages,
  packageBorders,
  toolsForTests,
} from './borders.ts'
import { actionProblems } from './featureBorders.ts'
import type { Problem } from './problem.ts'
import { type Module, readModules } from './readModules.ts'
import type { Target } from './resolveImport.ts'
import { isTest } from './sourceFile.ts'
import { readWorkspaces, type Workspace } from './workspaces.ts'

type ResolvedImport = Module['imports'][number]

/** Each folder imports only what the architecture's table allows it, and only what its package.json declares. */
export async function checkImportBorders(root: string): Promise<Problem[]> {
  const modules = await readModules(root)
  const [top] = await readWorkspaces(root)
  const problems: Problem[] = []
  for (const module of modules.values()) {
    const { path, parsed } = module
    if (parsed.error !== undefined) problems.push({ path, sentence: `cannot be parsed: ${parsed.error}` })
    for (const resolved of module.imports) {
      const sentence = importProblem(module, resolved, top)
      if (sentence !== undefined) problems.push({ path, line: resolved.line, sentence })
    }
    if (/^packages\/react\/src\/(?:views|ui)\//.test(path) && !isTest(path))
      for (const line of parsed.fetchLines)
        problems.push({ path, line, sentence: 'calls fetch: a view asks core for data, through a query or an action' })
  }
  return [...problems, ...actionProblems(modules)]
}

function importProblem(module: Module, resolved: ResolvedImport, top: Workspace | undefined): string | undefined {
  const { target } = resolved
  if (target.kind === 'file' && target.pastExports)
    return `imports ${resolved.specifier} past the exports of ${target.workspace.name}: import it by the package's name`
  const upward = target.kind === 'file' && !isTest(module.path) ? roomProblem(module.path, target.path) : undefined
  if (upward !== undefined || resolved.typeOnly) return upward
  if (target.kind === 'file') return ownImportProblem(module, resolved, target)
  if (target.kind === 'missing') return undefined // the compiler reports this better
  return foreignImportProblem(module, target, top)
}

function ownImportProblem(
  module: Module,
  resolved: ResolvedImport,
  target: Target & { kind: 'file' },
): string | undefined {
  const { path, workspace } = module
  const from = workspace.dir
  const to = target.workspace.dir
  if (from === '') {
    const tool = path.startsWith('tools/') && to !== ''
    return tool ? `imports ${resolved.specifier}: tools check and start the packages, they do not use them` : undefined
  }
  if (isTest(path) && toolsForTests.includes(target.path)) return undefined
  if (to === '') return `imports ${resolved.specifier}, which lies outside every package`
  if (isTest(path)) return from === to ? undefined : undeclared(module, target.workspace.name, undefined)
  if (from !== to) {
    const may = packageBorders[from]
    if (may && !may.includes(to)) return `imports ${target.workspace.name}: ${from} may import ${listed(may)} of ours`
    // Protocol's constants are independent of the kit, too.
    return (to === 'packages/protocol' ? undefined : inUi(path)) ?? undeclared(module, target.workspace.name, undefined)
  }
  return insideCoreProblem(path, target.path) ?? (target.path.startsWith(ui) ? undefined : inUi(path))
}

const ui = 'packages/react/src/ui/'
const inUi = (path: string) => (path.startsWith(ui) ? 'imports code of ours: ui/ knows nothing of the kit' : undefined)

const coreSource = 'packages/core/src/'
/** The room's index from the ground; -1 outside of core and for rooms that the list does not name. */
const floorOf = (path: string) => {
  const [room = ''] = path.startsWith(coreSource) ? path.slice(coreSource.length).split(/[/.]/) : []
  return coreRooms.findIndex((rooms) => rooms.includes(room))
}

function roomProblem(from: string, to: string): string | undefined {
  const [floor, above] = [floorOf(from), floorOf(to)]
  if (floor < 0 || above <= floor) return undefined
  return `imports ${to}: its room is above this one (docs/architecture.md has the order; types count too)`
}

function insideCoreProblem(from: string, to: string): string | undefined {
  const adapter = adapterOf(to)
  if (from.startsWith('packages/core/src/features/') && adapter !== undefined)
    return `imports ${to}: a feature knows the interface (chain.ts, connector.ts), never a family or a connector`
  const own = adapterOf(from)
  if (own === undefined || own === adapter || adapterInterfaces.includes(to)) return undefined
  const free = adapterMayImport.some(({ adapter: prefix, may }) => from.startsWith(prefix) && to.startsWith(may))
  return free ? undefined : `imports ${to}: an adapter may import its own folder, its interface, ports and protocol`
}

/** `…/chains/eip155/balance.ts` → `…/chains/eip155`; undefined outside the adapters, and for the interfaces themselves. */
function adapterOf(path: string): string | undefined {
  if (adapterInterfaces.includes(path)) return undefined
  return /^packages\/core\/src\/(?:chains|connectors)\/[^/.]+/.exec(path)?.[0]
}

function foreignImportProblem(module: Module, target: Exclude<Target, { kind: 'file' | 'missing' }>, top?: Workspace) {
  const { path, workspace } = module
  const kit = kitPackages.includes(workspace.dir) && !isTest(path)
  if (target.kind === 'node')
    return kit ? `imports ${target.specifier}: this package runs in a browser, where Node is not` : undefined
  const closed = closedImports[workspace.dir]
  if (closed && !isTest(path) && !closed.includes(target.specifier))
    return `imports ${target.specifier}: ${workspace.dir} may import ${listed(closed)} alone`
  if (kit && chainLibraries.test(target.name) && !chainLibraryFolders.some((folder) => path.startsWith(folder)))
    return `imports ${target.specifier}: chain libraries are imported in core's chains/ and connectors/, nowhere else`
  return undeclared(module, target.name, top)
}

function undeclared({ path, workspace }: Module, name: string, top: Workspace | undefined): string | undefined {
  const { dependencies, optionalDependencies, peerDependencies, devDependencies } = workspace.manifest
  const forDevelopment = isTest(path) || workspace.dir === '' || workspace.dir.startsWith('apps/') || isConfig(path)
  const tables = [dependencies, optionalDependencies, peerDependencies, forDevelopment ? devDependencies : {}]
  // The root's tools (vitest, fast-check, vite) are available to tests and to whatever apps run in their build.
  if (forDevelopment) tables.push(top?.manifest.devDependencies)
  if (tables.some((table) => table !== undefined && Object.hasOwn(table, name))) return undefined
  return `imports ${name}, which ${workspace.dir === '' ? 'the root' : workspace.dir} does not declare in its package.json`
}

const isConfig = (path: string) => /\.config\.(?:ts|mjs|js)$/.test(path)
const listed = (names: string[]) => (names.length === 0 ? 'nothing' : names.join(', '))
