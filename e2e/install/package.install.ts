import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { needProgram } from '../../tools/test/needProgram.ts'
import { servePage } from '../dropin/servePage.ts'
import { dist, inSite, installSite, program, site } from './installSite.ts'

beforeAll(installSite)

describe.each(['react', 'testkit'])('the tarball of %s', (name) => {
  it('is clean to publint and to arethetypeswrong, as an ES module', async () => {
    const tarball = path.join(dist, `${name}.tgz`)
    console.log(await program('publint/src/cli.js', [tarball, '--strict']))
    console.log(await program('@arethetypeswrong/cli/dist/index.js', [tarball, '--profile', 'esm-only', '--no-emoji']))
  })

  it('has a README, the licence, source maps with their sources, and the version of this repository', async () => {
    const folder = path.join(site, 'node_modules/@billfold', name)
    const read = (file: string) => readFile(path.join(folder, file), 'utf8')
    expect(await read('README.md')).toContain(`# @billfold/${name}`)
    expect(await read('LICENSE')).toContain('Apache License')
    const { version } = JSON.parse(await readFile(path.join(import.meta.dirname, '../../package.json'), 'utf8'))
    expect(version).not.toBe('0.0.0')
    expect(JSON.parse(await read('package.json')).version).toBe(version)
    const [, chunk] = /from "\.\/(chunks\/[\w-]+\.js)"/.exec(await read('index.js')) ?? []
    const map = JSON.parse(await read(`${chunk}.map`))
    expect(map.sourcesContent.every((source: unknown) => typeof source === 'string')).toBe(true)
    expect(await read(`${chunk}`)).toMatch(/\/\/# sourceMappingURL=/)
  })
})

describe('npm install, from the registry, in an empty folder', () => {
  it('gives a site that has viem and zod one copy of each', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'billfold-empty-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    const tarballs = ['react', 'testkit'].map((name) => path.join(dist, `${name}.tgz`))
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
    await inSite('npm', [
      'install',
      '--prefix',
      folder,
      ...flags,
      'react@19',
      'react-dom@19',
      'viem@2.57.1',
      'zod@4.6.7',
      ...tarballs,
    ])
    const { packages } = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'))
    const copies = (name: string) => Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`))
    for (const name of ['viem', 'zod', 'react']) expect(copies(name)).toHaveLength(1)
  })
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
    const said = await program('vitest/vitest.mjs', ['run', '--root', 'tests', '--reporter=verbose'])
    expect(said).toMatch(/3 passed/)
  })

  it('runs its README’s sample in Playwright', async () => {
    const folder = path.join(site, 'dist/playwright')
    await mkdir(path.join(folder, 'page'), { recursive: true })
    await program('vite/bin/vite.js', ['build', 'web', '--outDir', path.join(folder, 'page'), '--emptyOutDir'])
    const server = await servePage(path.join(folder, 'page'))
    onTestFinished(() => server.close())
    const sample = (await samples()).find((code) => code.includes('@playwright/test')) ?? ''
    // The page asks for mainnet, and no node is asked for anything.
    const own = sample.replace('http://localhost:5173', server.url).replace('id: 31337', 'id: 1')
    await writeFile(path.join(folder, 'readme.spec.ts'), own)
    const executablePath = await needProgram('chromium')
    const config = {
      testDir: '.',
      outputDir: './results',
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
