import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, it, onTestFinished } from 'vitest'
import { installSite, program, site } from './installSite.ts'

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
  // As sites with this resolution have it: zod's own declarations ask for it.
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
    await withoutReactTypes(folder)
    await cp(path.join(site, 'typed/plain.ts'), path.join(folder, 'plain.ts'))
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
    await compile(folder, ['plain.ts'], resolutions[name])
  })
})

/** What a site has that installed the kit and the test kit, and no types of React's, wagmi's or Solana's. */
async function withoutReactTypes(folder: string): Promise<void> {
  const from = path.join(site, 'node_modules')
  const to = path.join(folder, 'node_modules')
  await mkdir(to)
  for (const name of await readdir(from))
    if (!name.startsWith('.') && !['@types', '@billfold'].includes(name))
      await symlink(path.join(from, name), path.join(to, name))
  // Not a link: a compiler follows it, and looks for what it needs where it leads.
  await cp(path.join(from, '@billfold'), path.join(to, '@billfold'), { recursive: true })
}
