import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The folder of a package's declarations: it holds those of every package it consists of, so that they find each other.
 */
const typesFolder = 'types'

/**
 * Writes the declarations of a package and of those it consists of, and beside each entry's script a declaration by the
 * same name: compilers that do not read `exports` find an entry by its file.
 */
export async function declarePackage(
  root: string,
  outDir: string,
  what: { packages: string[]; entries: Record<string, string>; beside?: string[] },
): Promise<void> {
  const types = join(outDir, typesFolder)
  const folder = await mkdtemp(join(root, 'node_modules/.billfold-types-'))
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      ...{ types: [], noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: types },
      rootDir: join(root, 'packages'),
      // Resolved as packages they would count as third-party, and be left out.
      paths: Object.fromEntries(
        what.packages.map((name) => [`@billfold/${name}/*`, [join(root, 'packages', name, 'src/*.ts')]]),
      ),
    },
    files: [...Object.values(what.entries), ...(what.beside ?? [])].map((path) => join(root, 'packages', `${path}.ts`)),
  }
  try {
    const project = join(folder, 'tsconfig.json')
    await writeFile(project, JSON.stringify(settings))
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: root })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const entry of await readdir(types, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath, entry.name)
    await writeFile(path, withOwnPaths(await readFile(path, 'utf8'), dirname(path), { types, packages: what.packages }))
  }
  await mkdir(outDir, { recursive: true })
  for (const [name, path] of Object.entries(what.entries)) {
    const file = join(outDir, `${name}.d.ts`)
    const to = relative(dirname(file), join(types, `${path}.js`))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `export * from '${to.startsWith('.') ? to : `./${to}`}'\n`)
  }
}

/** Rewrites imports for a site's compiler: no source files, and no unpublished packages. */
function withOwnPaths(text: string, folder: string, own: { types: string; packages: string[] }): string {
  return text
    .replaceAll(/((?:from|import)\s*\(?\s*["'])@billfold\/(\w+)\/([^"']+)(["'])/g, (all, before, name, path, after) => {
      if (!own.packages.includes(name)) return all
      const to = relative(folder, join(own.types, name, 'src', path))
      return `${before}${to.startsWith('.') ? to : `./${to}`}.js${after}`
    })
    .replaceAll(/((?:from|import)\s*\(?\s*["']\.[^"']*)\.tsx?(["'])/g, '$1.js$2')
    .split('\n')
    .flatMap((line) => (namesOptional.test(line) ? ['// @ts-ignore: not every site has these types', line] : [line]))
    .join('\n')
}

/** Packages whose types a site may lack: a plain page compiles without React's, and their names become `any`. */
const namesOptional =
  /(?:from |import\(|declare module )["'](?:react|react\/[\w-]+|react-dom|@wagmi\/core|@solana\/kit|@base-org\/account)["']/
