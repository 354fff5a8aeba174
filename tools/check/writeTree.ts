import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes a small repository into a temporary folder, for rules to run on; objects become JSON. */
export async function writeTree(files: Record<string, string | object>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'billfold-tree-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2))
  }
  return root
}

/** Copies files of the working tree; node_modules is a link to ours. */
export async function copyRepository(root: string, files: string[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'billfold-copy-'))
  for (const file of files) await cp(join(root, file), join(copy, file), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

export const removeTree = (root: string): Promise<void> => rm(root, { recursive: true, force: true })

/** The manifests of a repository with the packages that the border rules mention. */
export const manifests = (): Record<string, object> => {
  const own = (name: string, dependencies: string[], more: object = {}) => ({
    name: `@billfold/${name}`,
    version: '0.0.0',
    exports: { './*': './src/*.ts' },
    dependencies: Object.fromEntries(dependencies.map((dependency) => [dependency, '0.0.0'])),
    ...more,
  })
  return {
    'package.json': { name: 'root', workspaces: ['packages/*', 'apps/*'], devDependencies: { vitest: '5.1.0' } },
    'packages/protocol/package.json': own('protocol', ['zod']),
    'packages/core/package.json': own('core', ['@billfold/protocol', 'viem']),
    'packages/react/package.json': own('react', ['@billfold/core', '@billfold/protocol', 'viem']),
    'packages/testkit/package.json': own('testkit', ['@billfold/protocol']),
    'apps/server/package.json': own('server', ['@billfold/protocol', '@billfold/core', 'hono']),
    'apps/web/package.json': own('web', ['@billfold/react', '@billfold/core']),
  }
}
