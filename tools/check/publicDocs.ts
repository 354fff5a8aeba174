import { documentedModule, type Named, type Node } from './documentedModule.ts'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { readText } from './readText.ts'
import { resolveImport } from './resolveImport.ts'
import { readWorkspaces } from './workspaces.ts'

/** The public entries of the packages, as far as they are here. Networks are data that name themselves. */
const doors = [
  ...['index', 'siwx', 'solanaSigner', 'wagmi'].map((name) => `packages/react/src/${name}.ts`),
  ...[
    'src/index',
    'playwright/installInPage',
    'src/installInWindow',
    'src/walletconnect/createWalletConnectWallet',
  ].map((name) => `packages/testkit/${name}.ts`),
  ...['index', 'hono', 'express', 'next'].map((name) => `packages/server-auth/src/${name}.ts`),
]

/** Types behind an option, a prop or a result that a site writes or reads field by field. */
const behind: Record<string, string[]> = {
  'packages/core/src/features/options/options.ts': ['Features', 'Metadata'],
  'packages/core/src/features/network/toNetwork.ts': ['NetworkInput'],
  'packages/core/src/model/connector.ts': ['WalletAccount', 'EmbeddedWalletInfo'],
  'packages/core/src/features/signin/createSIWEConfig.ts': ['SIWEMessageParams'],
  'packages/testkit/src/approvals.ts': ['PendingRequest'],
  'packages/testkit/src/polkadot/polkadotFace.ts': ['PolkadotOptions'],
  'packages/testkit/src/walletconnect/askings.ts': ['WalletConnectSession', 'Asking'],
}

/** TypeScript's types that have the fields of their arguments. */
const transparent = new Set(['Omit', 'Pick', 'Partial', 'Required', 'Readonly', 'Promise'])
const fields = new Set(['TSPropertySignature', 'TSMethodSignature', 'MethodDefinition', 'PropertyDefinition'])

/** Every public name has a comment: editors show it while typing. */
export async function checkPublicDocs(root: string): Promise<Problem[]> {
  const workspaces = await readWorkspaces(root)
  const paths = new Set(await listFiles(root))
  const modules = new Map<string, Promise<ReturnType<typeof documentedModule>>>()
  const problems = new Map<string, Problem>()
  const seen = new Set<string>()

  const read = (path: string) => {
    const known = modules.get(path) ?? readText(root, path).then((text) => documentedModule(path, text))
    modules.set(path, known)
    return known
  }
  const follow = (from: string, specifier: string): string | undefined => {
    const target = resolveImport(root, workspaces, from, specifier)
    return target.kind === 'file' ? target.path : undefined
  }

  /** A name of a file: its own comment, and those of everything in it. */
  async function visit(path: string, name: string): Promise<void> {
    if (seen.has(`${path}#${name}`)) return
    seen.add(`${path}#${name}`)
    const module = await read(path)
    const own = module.declared.get(name)
    if (own) return visitDeclared(path, own)
    const imported = module.imported.get(name)
    const target = imported && follow(path, imported.specifier)
    if (target) await visit(target, imported.name)
  }

  async function visitDeclared(path: string, { node, start, name }: Named): Promise<void> {
    await need(path, start, name)
    const { type } = node
    if (type === 'TSTypeAliasDeclaration') return visitType(path, node.typeAnnotation as Node, name)
    if (type === 'TSInterfaceDeclaration' || type === 'ClassDeclaration') {
      const { superClass, body } = node as unknown as { superClass?: Node; body: { body: Node[] } }
      if (superClass?.type === 'Identifier') await visit(path, superClass.name as string)
      return visitFields(path, body.body, name)
    }
    const { params, returnType } = node as { params?: Node[]; returnType?: Node }
    for (const param of params ?? []) await visitType(path, annotationOf(param), name)
    await visitType(path, returnType?.typeAnnotation as Node | undefined, name)
  }

  async function visitType(path: string, type: Node | undefined, name: string): Promise<void> {
    if (type?.type === 'TSTypeLiteral') return visitFields(path, type.members as Node[], name)
    if (type?.type === 'TSIntersectionType' || type?.type === 'TSUnionType')
      for (const each of type.types as Node[]) await visitType(path, each, name)
    if (type?.type === 'TSParenthesizedType') return visitType(path, type.typeAnnotation as Node, name)
    if (type?.type !== 'TSTypeReference') return
    const { typeName, typeArguments } = type as unknown as { typeName: Node; typeArguments?: { params: Node[] } }
    if (transparent.has(typeName.name as string)) return visitType(path, typeArguments?.params[0], name)
    if (typeName.type === 'Identifier') await visit(path, typeName.name as string)
  }

  async function visitFields(path: string, members: Node[], owner: string): Promise<void> {
    for (const member of members) {
      const { key, accessibility, kind } = member as { key?: Node; accessibility?: string; kind?: string }
      if (!fields.has(member.type) || key?.type === 'PrivateIdentifier' || isForbidden(member)) continue
      if (accessibility === 'private' || accessibility === 'protected' || kind === 'constructor') continue
      await need(path, member.start, `${owner}.${String(key?.name ?? key?.value)}`)
    }
  }

  async function need(path: string, start: number, name: string): Promise<void> {
    const { isDocumented, lineAt } = await read(path)
    if (isDocumented(start)) return
    const line = lineAt(start)
    problems.set(`${path}:${line}:${name}`, {
      path,
      line,
      sentence: `${name} is public and says nothing: give it JSDoc`,
    })
  }

  for (const path of doors.filter((each) => paths.has(each)))
    for (const { name, specifier } of (await read(path)).exported) {
      const target = specifier === undefined ? path : follow(path, specifier)
      if (target) await visit(target, name)
    }
  for (const [path, names] of Object.entries(behind))
    if (paths.has(path)) for (const name of names) await visit(path, name)
  return [...problems.values()].toSorted((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0))
}

/** `name?: never` forbids a field. */
const isForbidden = (member: Node): boolean => annotationOf(member)?.type === 'TSNeverKeyword'

function annotationOf(param: Node): Node | undefined {
  const target = (param.type === 'AssignmentPattern' ? param.left : param) as {
    typeAnnotation?: { typeAnnotation: Node }
  }
  return target.typeAnnotation?.typeAnnotation
}
