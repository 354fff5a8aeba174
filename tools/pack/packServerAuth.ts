import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { finishPackage } from './finishPackage.ts'
import { readVersion } from './packageManifest.ts'

const run = promisify(execFile)
const source = 'packages/server-auth'

/** Makes the package that other people's servers install: `@billfold/server-auth` in plain JavaScript, file by file, with types. */
export async function packServerAuth(root: string, outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const {
    devDependencies: _,
    exports,
    ...manifest
  } = JSON.parse(await readFile(join(root, source, 'package.json'), 'utf8'))
  const entries = Object.entries(exports as Record<string, string>).map(([path, file]) => {
    const name = file.replace(/^\.\/src\/|\.ts$/g, '')
    return [path, { types: `./${name}.d.ts`, default: `./${name}.js` }] as const
  })
  await compile(root, outDir, Object.values(exports))
  const packed = {
    ...manifest,
    version: await readVersion(root),
    main: './index.js',
    types: './index.d.ts',
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
  }
  await finishPackage(root, outDir, { manifest: packed, made: ['server-auth'], readme: source })
}

async function compile(root: string, outDir: string, entries: string[]): Promise<void> {
  const folder = await mkdtemp(join(root, 'node_modules/.billfold-types-'))
  const project = join(folder, 'tsconfig.json')
  const settings = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      ...{
        types: [],
        noEmit: false,
        declaration: true,
        sourceMap: true,
        inlineSources: true,
        target: 'ES2022',
        rewriteRelativeImportExtensions: true,
      },
      ...{ rootDir: join(root, source, 'src'), outDir },
    },
    files: entries.map((file) => join(root, source, file)),
  }
  try {
    await writeFile(project, JSON.stringify(settings))
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { cwd: root })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  for (const name of await readdir(outDir)) {
    if (!name.endsWith('.d.ts')) continue
    const text = await readFile(join(outDir, name), 'utf8')
    await writeFile(join(outDir, name), text.replaceAll(/(from\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2'))
  }
}
