import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kitEntries, testkitEntries } from './kitEntries.ts'
import { kitManifest, packageManifest, readVersion } from './packageManifest.ts'
import { sharedRanges, viemRange } from './sharedRanges.ts'

const root = resolve(import.meta.dirname, '../..')

it('gives every package the version of this repository, which the changelog lists', async () => {
  const version = await readVersion(root)
  expect(version).toMatch(/^(?!0\.0\.0$)\d+\.\d+\.\d+/)
  expect(await readFile(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}`)
  expect((await kitManifest(root, kitEntries)).version).toBe(version)
  expect((await packageManifest(root, ['testkit', 'protocol'], testkitEntries)).version).toBe(version)
})

it('asks for ranges of packages that sites share, exact versions of all others, and no peer that npm need not install', async () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = await kitManifest(root, kitEntries)
  const ranges = Object.entries(dependencies).filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range))
  expect(Object.fromEntries(ranges)).toEqual(sharedRanges)
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@billfold/'))).toEqual([])
  expect(peerDependencies).toEqual({ react: '>=18', 'react-dom': '>=18' })
  expect(peerDependenciesMeta).toBeUndefined()
})

type Versions = (name: string) => string

describe('the published ranges', () => {
  const versionsIn = async (folder: string) => {
    const { packages } = JSON.parse(await readFile(join(root, folder, 'package-lock.json'), 'utf8'))
    return ((name) => packages[`node_modules/${name}`]?.version) as Versions
  }
  const peersOf = async (name: string) =>
    JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8')).peerDependencies

  it('begin and end with versions that e2e/install/ranges tests', async () => {
    const [oldest, newest] = await Promise.all(
      ['oldest', 'newest'].map((end) => versionsIn(`e2e/install/ranges/${end}`)),
    )
    for (const [name, range] of Object.entries(sharedRanges)) {
      const [first, last] = range.replace('^', '>=').split(' ')
      expect(first, name).toBe(`>=${oldest!(name)}`)
      if (last) expect(last, name).toBe(`<=${newest!(name)}`)
    }
    for (const name of ['react', 'appkit-compat'])
      expect(await peersOf(name)).toMatchObject({ '@wagmi/core': `>=${oldest!('@wagmi/core')} <4` })
    expect(newest!('@wagmi/core')).toMatch(/^3\./)
  })

  it('include the versions that all other tests run with', async () => {
    const own = await versionsIn('.')
    const { overrides } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    expect(viemRange).toMatch(new RegExp(` <=${own('viem')}$`))
    expect(overrides.viem).toBe(own('viem'))
    for (const name of ['@tanstack/query-core', 'zod']) expect(sharedRanges[name]).toBe(`^${own(name)}`)
  })

  it('are in docs/compatibility.md, with the versions that the tests install', async () => {
    const ends = ['oldest', 'newest'].map((end) => `e2e/install/ranges/${end}`)
    const folders = ['.', 'e2e/install/site', 'e2e/install/frameworks', ...ends]
    const [own, site, frameworks, oldest, newest] = (await Promise.all(folders.map(versionsIn))) as Versions[]
    const page = await readFile(join(root, 'docs/compatibility.md'), 'utf8')
    const versionsOf = (lock: Versions | undefined, names: string[]) => names.map((name) => lock?.(name)).join(', ')
    const rows: [string, string[], Versions | undefined, Versions | undefined][] = [
      ['viem', ['viem'], oldest, newest],
      ['wagmi, `@wagmi/core`', ['wagmi', '@wagmi/core'], oldest, newest],
      ['React', ['react'], oldest, newest],
      ['TanStack Query, zod', ['@tanstack/query-core', 'zod'], oldest, newest],
      ['TypeScript', ['typescript'], oldest, own],
      ['Next.js', ['next'], undefined, site],
      ['Vue', ['vue'], undefined, own],
      ['Svelte, Angular', ['svelte', '@angular/core'], undefined, frameworks],
    ]
    for (const [title, names, first, last] of rows)
      expect(page).toContain(
        first
          ? `| ${title} | ${versionsOf(first, names)} | ${versionsOf(last, names)} |`
          : `| ${title} | | ${versionsOf(last, names)} |`,
      )
    expect(page).toContain(`\`${viemRange}\``)
  })
})
