import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { viemRange } from '../../tools/pack/sharedRanges.ts'
import { needProgram } from '../../tools/test/needProgram.ts'
import { servePage } from '../dropin/servePage.ts'
import { dist, inSite, installSite, names, program, root, site, tarballs } from './installSite.ts'

beforeAll(installSite)

describe.each(names)('the tarball of %s', (name) => {
  const tarball = path.join(dist, `${name}.tgz`)

  it('is clean to publint', async () => {
    console.log(await program('publint/src/cli.js', [tarball, '--strict']))
  })

  // It is a command: no one imports it.
  it.skipIf(name === 'create')('is clean to arethetypeswrong, as an ES module', async () => {
    console.log(await program('@arethetypeswrong/cli/dist/index.js', [tarball, '--profile', 'esm-only', '--no-emoji']))
  })

  it('has a README, the license, and the version of this repository, and sources with source maps', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'billfold-tarball-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await inSite('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'])
    const read = (file: string) => readFile(path.join(folder, file), 'utf8')
    const { name: own, version } = JSON.parse(await read('package.json'))
    expect(await read('README.md')).toContain(`# ${own}\n`)
    expect(await read('LICENSE')).toContain('Apache License')
    expect(version).not.toBe('0.0.0')
    expect(version).toBe(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')).version)

    const maps = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js.map'))
    expect(maps.length > 0).toBe(name !== 'create')
    for (const file of maps) {
      expect(await read(file.slice(0, -'.map'.length))).toMatch(/\/\/# sourceMappingURL=/)
      const { sources, sourcesContent = [] } = JSON.parse(await read(file))
      expect(sourcesContent).toHaveLength(sources.length)
      expect(sourcesContent.every((source: unknown) => typeof source === 'string')).toBe(true)
    }
  })
})

describe('npm install of all of them, from the registry, in an empty folder', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'billfold-empty-'))
    await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    const own = ['react@19', 'react-dom@19']
    const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
    await inSite('npm', ['install', ...flags, ...own, ...tarballs(...names)])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('installs one copy of viem and zod, and the newest viem that is tested', async () => {
    const { packages } = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'))
    const copies = (name: string) => Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`))
    for (const name of ['viem', 'zod', 'react', '@billfold/react']) expect(copies(name)).toHaveLength(1)
    expect(packages['node_modules/viem'].version).toBe(viemRange.split('<=')[1])
  })

  it.each(['react', 'testkit', 'server-auth', 'appkit-compat'])(
    'every entry point of %s can be imported',
    async (name) => {
      const manifest = path.join(folder, 'node_modules/@billfold', name, 'package.json')
      const { exports, peerDependenciesMeta = {} } = JSON.parse(await readFile(manifest, 'utf8'))
      const entries = Object.keys(exports).filter((entry) => entry !== './package.json')
      const test = `
      for (const entry of ${JSON.stringify(entries)})
        await import('@billfold/${name}' + entry.slice(1)).then(
          () => console.log(entry, 'imported'),
          ({ message }) => console.log(entry, /Cannot find package '([^']+)'/.exec(message)?.[1] ?? message),
        )`
      await writeFile(path.join(folder, 'imports.mjs'), test)
      const lines = (await inSite(process.execPath, [path.join(folder, 'imports.mjs')])).trim().split('\n')
      expect(lines).toHaveLength(entries.length)
      // Vue's composables need Vue, and so on: a site that imports them has it.
      const fine = ['imported', ...Object.keys(peerDependenciesMeta)]
      expect(lines.filter((line) => !fine.some((each) => line.endsWith(` ${each}`)))).toEqual([])
      expect(lines).toContain('. imported')
    },
  )
})

describe('the test kit', () => {
  it('runs under Node 20', async () => {
    const node = path.join(site, 'node_modules', `node-linux-${process.arch}`, 'bin/node')
    const test = `
      import { createDevnetWallet } from '@billfold/testkit'
      import { installInPage } from '@billfold/testkit/playwright'
      import { installInWindow } from '@billfold/testkit/vitest'
      import { createWalletConnectWallet } from '@billfold/testkit/walletconnect'
      const wallet = installInWindow(new EventTarget(), { chains: [{ id: 1, name: 'Local', rpcUrl: 'http://127.0.0.1:9' }] })
      const [address] = await wallet.provider.request({ method: 'eth_requestAccounts' })
      console.log(process.version, address, [createDevnetWallet, installInPage, createWalletConnectWallet].map((door) => typeof door).join())`
    expect(await inSite(node, ['--input-type=module', '-e', test], { env: { NODE_OPTIONS: '' } })).toMatch(
      /^v20\.\d+\.\d+ 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 function,function,function/,
    )
  })

  it('and the kit work in jsdom and in happy-dom, and its README’s sample runs in Vitest', async () => {
    const sample = (await samples()).find((code) => code.includes("from 'vitest'"))
    await writeFile(path.join(site, 'tests/readme.test.ts'), `// @${'vitest'}-environment happy-dom\n${sample}`)
    onTestFinished(() => rm(path.join(site, 'tests/readme.test.ts')))
    const output = await program('vitest/vitest.mjs', ['run', '--root', 'tests', '--reporter=verbose'])
    expect(output).toMatch(/3 passed/)
  })

  it('runs its README’s sample in Playwright', async () => {
    const folder = path.join(site, 'dist/playwright')
    await mkdir(path.join(folder, 'page'), { recursive: true })
    await program('vite/bin/vite.js', ['build', 'web', '--outDir', path.join(folder, 'page'), '--emptyOutDir'])
    const server = await servePage(path.join(folder, 'page'))
    onTestFinished(() => server.close())
    const sample = (await samples()).find((code) => code.includes('@playwright/test')) ?? ''
    // The page asks for mainnet, but never calls a node.
    const own = sample.replace('http://localhost:5173', server.url).replace('id: 31337', 'id: 1')
    await writeFile(path.join(folder, 'readme.spec.ts'), own)
    const executablePath = await needProgram('chromium')
    const config = {
      testDir: '.',
      outputDir: './results',
      // Slow is not wrong on a busy machine.
      timeout: 240_000,
      expect: { timeout: 60_000 },
      use: { launchOptions: { executablePath, args: ['--no-sandbox'] } },
      reporter: 'line',
    }
    await writeFile(path.join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}`)
    expect(await program('@playwright/test/cli.js', ['test'], { cwd: 'dist/playwright' })).toMatch(/1 passed/)
  })
})

/** The code blocks of the test kit's README. */
async function samples(): Promise<string[]> {
  const readme = await readFile(path.join(site, 'node_modules/@billfold/testkit/README.md'), 'utf8')
  return readme
    .split('```ts\n')
    .slice(1)
    .map((block) => block.split('```')[0] as string)
}
