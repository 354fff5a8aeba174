import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dist, inSite, installSite, program, root, site } from './installSite.ts'

beforeAll(installSite)

/** A strict site that checks its libraries too, with TypeScript 5. */
const strict = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  types: [],
}
const resolutions = {
  bundler: { module: 'ESNext', moduleResolution: 'bundler' },
  // Sites with this resolution have it: zod's own declarations need it.
  node: { module: 'ESNext', moduleResolution: 'node', esModuleInterop: true },
} as const

async function compile(folder: string, files: string[], options: object): Promise<void> {
  const config = path.join(folder, 'tsconfig.json')
  await writeFile(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }))
  await program('typescript/bin/tsc', ['-p', config, '--pretty', 'false'])
}

describe('types, with skipLibCheck off, under moduleResolution', () => {
  it.each(Object.keys(resolutions) as (keyof typeof resolutions)[])('%s: with React’s types', async (name) => {
    const folder = path.join(site, 'typed')
    onTestFinished(() => rm(path.join(folder, 'tsconfig.json')))
    await compile(folder, ['react.tsx', 'plain.ts'], resolutions[name])
  })

  it.each(Object.keys(resolutions) as (keyof typeof resolutions)[])('%s: without them', async (name) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'billfold-types-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await lendPackages(path.join(site, 'node_modules'), folder, ['@types'])
    // Not a link: a compiler follows it, and resolves its dependencies from the target.
    await cp(path.join(site, 'node_modules/@billfold'), path.join(folder, 'node_modules/@billfold'), {
      recursive: true,
    })
    await cp(path.join(site, 'typed/plain.ts'), path.join(folder, 'plain.ts'))
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
    await compile(folder, ['plain.ts'], resolutions[name])
  })
})

it('compiles a site for AppKit 1.8.0 with changed imports, with TypeScript 7', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'billfold-moved-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  // Its wagmi, ethers and Solana are this repository's.
  await lendPackages(path.join(root, 'node_modules'), folder)
  for (const name of ['react', 'appkit-compat']) {
    const to = path.join(folder, 'node_modules/@billfold', name)
    const own = path.join(dist, name, 'node_modules')
    await cp(path.join(dist, name), to, { recursive: true, filter: (each) => each !== own })
  }
  const written = await readFile(path.join(site, 'typed/appkit.tsx'), 'utf8')
  const moved = written
    .replaceAll('@reown/appkit-', '@billfold/appkit-compat/')
    .replaceAll('@reown/appkit', '@billfold/appkit-compat')
  const options = { ...strict, ...resolutions.bundler, lib: ['ES2023', 'DOM', 'DOM.Iterable'], skipLibCheck: true }
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['appkit.tsx'] }),
  )
  const compile = async (text: string) => {
    await writeFile(path.join(folder, 'appkit.tsx'), text)
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    return inSite(process.execPath, [tsc, '-p', folder, '--pretty', 'false'])
  }
  await compile(moved)
  await expect(compile(moved.replace("view: 'Networks'", "view: 'Network'"))).rejects.toThrow('"Network"')
})

/** Links the packages of another folder, except ours and those named. */
async function lendPackages(from: string, folder: string, without: string[] = []): Promise<void> {
  const to = path.join(folder, 'node_modules')
  await mkdir(to)
  for (const name of await readdir(from))
    if (!name.startsWith('.') && ![...without, '@billfold'].includes(name))
      await symlink(path.join(from, name), path.join(to, name))
}
