import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Writes the kit's type declarations, and those of the packages it is made of, so that they find each other. */
export async function declareKit(root: string, outDir: string): Promise<void> {
  const folder = await mkdtemp(join(root, 'node_modules/.billfold-types-'))
  const project = join(folder, 'tsconfig.json')
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      types: [],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(root, 'packages'),
      // Found as packages they would be somebody else's, and left out.
      paths: Object.fromEntries(
        ['core', 'protocol'].map((name) => [`@billfold/${name}/*`, [join(root, 'packages', name, 'src/*.ts')]]),
      ),
      outDir,
    },
    files: ['index', 'networks', 'siwx', 'solanaSigner', 'wagmi', 'css.d'].map((name) =>
      join(root, 'packages/react/src', `${name}.ts`),
    ),
  }
  try {
    await writeFile(project, JSON.stringify(settings))
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: root })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath, entry.name)
    await writeFile(path, withOwnPaths(await readFile(path, 'utf8'), dirname(path), outDir))
  }
}

/** Imports as a site's compiler finds them: no source files, and no packages that were never published. */
function withOwnPaths(text: string, folder: string, outDir: string): string {
  return text
    .replaceAll(/((?:from|import)\s*\(?\s*["'])@billfold\/(\w+)\/([^"']+)(["'])/g, (_, before, name, path, after) => {
      const to = relative(folder, join(outDir, name, 'src', path))
      return `${before}${to.startsWith('.') ? to : `./${to}`}.js${after}`
    })
    .replaceAll(/((?:from|import)\s*\(?\s*["']\.[^"']*)\.tsx?(["'])/g, '$1.js$2')
}
