import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type Rolldown, type UserConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packKit } from './packKit.ts'
import { packTarball } from './packTarball.ts'
import { packTestkit } from './packTestkit.ts'
import { serveRegistry } from './serveRegistry.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const react = `
import { AppKitButton, createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({ projectId: 'p', networks: [mainnet], apiUrl: location.origin, relayUrl: 'wss://relay.example' })
createRoot(document.body).render(<AppKitButton />)
`
const plain = `
import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

createAppKit({ projectId: 'p', networks: [mainnet], apiUrl: location.origin, relayUrl: 'wss://relay.example' })
`
/** A test of somebody's, in plain JavaScript: a wallet in Vitest's window, and the script that Playwright puts into a page. */
const tests = `
import { createDevnetWallet, optionsFromManifest } from '@billfold/testkit'
import { installInPage } from '@billfold/testkit/playwright'
import { installInWindow } from '@billfold/testkit/vitest'
import { createWalletConnectWallet } from '@billfold/testkit/walletconnect'

const chains = [{ id: 1, name: 'Local', rpcUrl: 'http://127.0.0.1:1' }]
const wallet = installInWindow(new EventTarget(), { chains })
const [address] = await wallet.provider.request({ method: 'eth_requestAccounts' })
const scripts = []
const page = { addInitScript: async ({ content }) => void scripts.push(content), exposeBinding() {}, evaluate() {} }
await installInPage(page, { chains })
const doors = [createDevnetWallet, optionsFromManifest, createWalletConnectWallet].map((door) => typeof door)
console.log(JSON.stringify({ address, script: scripts[0].slice(0, 22), doors }))
`
let folder = ''
let kit = ''
let testkit = ''
let registry: Awaited<ReturnType<typeof serveRegistry>>
beforeAll(async () => {
  // Where `npm run pack` puts it: inside a checkout, below packages of other versions.
  kit = await mkdtemp(join(root, 'node_modules/.billfold-kit-'))
  folder = await mkdtemp(join(tmpdir(), 'billfold-install-'))
  registry = await serveRegistry(root)
  testkit = join(kit, 'testkit')
  await packKit(root, kit, { types: false })
  await packTarball(kit, join(folder, 'kit.tgz'))
  await packTestkit(root, testkit, { types: false })
  await packTarball(testkit, join(folder, 'testkit.tgz'))
})
afterAll(async () => {
  await registry.close()
  await rm(kit, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

const flags = () => ['--registry', registry.url, '--cache', join(folder, 'cache'), '--no-audit', '--no-fund']

/** An empty folder in which somebody installs the kit. */
async function install(name: string, what: string, page: string): Promise<string> {
  const site = join(folder, name)
  await mkdir(site)
  await writeFile(join(site, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', ...flags(), 'react@19', 'react-dom@19', what], { cwd: site })
  await writeFile(join(site, 'main.tsx'), page)
  await writeFile(join(site, 'index.html'), '<!doctype html><script type="module" src="./main.tsx"></script>')
  return site
}

/** The modules that a site's own bundler puts together, by path. */
async function modulesOf(site: string, config: UserConfig = {}): Promise<string[]> {
  const built = (await build({
    ...config,
    root: site,
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  return built.output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
}
const reacts = (modules: string[]) =>
  new Set(modules.flatMap((id) => /^(.*\/node_modules\/react)\//.exec(id)?.[1] ?? []))

describe('npm install, in an empty folder', () => {
  it('of the file: the kit is built with the site’s own React, and nothing of this repository', async () => {
    const site = await install('file', join(folder, 'kit.tgz'), react)
    const modules = await modulesOf(site)
    expect(modules.some((id) => id.includes('@noble/curves'))).toBe(true)
    expect([...reacts(modules)]).toEqual([join(site, 'node_modules/react')])
    expect(modules.filter((id) => id.startsWith(root))).toEqual([])
  })

  it('of the folder, which npm links: a page is built with the packages that the kit asks for', async () => {
    const site = await install('link', kit, plain)
    expect((await lstat(join(site, 'node_modules/@billfold/react'))).isSymbolicLink()).toBe(true)
    const modules = await modulesOf(site)
    const { dependencies } = JSON.parse(await readFile(join(kit, 'package.json'), 'utf8'))
    const curves = modules.find((id) => id.includes('@noble/curves'))!.replace(/(curves).*/, '$1/package.json')
    expect(JSON.parse(await readFile(curves, 'utf8')).version).toBe(dependencies['@noble/curves'])
  })

  it('of the folder, for a page with React: one React, where the bundler is told so', async () => {
    const site = join(folder, 'link')
    await writeFile(join(site, 'main.tsx'), react)
    const modules = await modulesOf(site, { resolve: { dedupe: ['react', 'react-dom'] } })
    expect([...reacts(modules)]).toEqual([join(site, 'node_modules/react')])
  })

  it.each(['file', 'folder'])(
    'of the test kit’s %s: its wallets run under Node, and no bundler is installed',
    async (what) => {
      const site = join(folder, `tests-${what}`)
      await mkdir(site)
      await writeFile(join(site, 'package.json'), '{ "private": true, "type": "module" }')
      await run('npm', ['install', ...flags(), what === 'file' ? join(folder, 'testkit.tgz') : testkit], { cwd: site })
      await writeFile(join(site, 'tests.js'), tests)
      const { stdout } = await run(process.execPath, ['tests.js'], { cwd: site })
      expect(JSON.parse(stdout)).toEqual({
        address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        script: '{var __billfoldInpage=',
        doors: ['function', 'function', 'function'],
      })
      expect(await readdir(join(site, 'node_modules'))).not.toContain('vite')
    },
  )
})
