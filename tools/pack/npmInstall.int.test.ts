import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type InlineConfig, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Visit, visitSite } from '../../e2e/install/visitSite.ts'
import { link } from './linkDependencies.ts'
import { packTarball } from './packages.ts'
import { packCompat } from './packCompat.ts'
import { packKit } from './packKit.ts'
import { packTestkit } from './packTestkit.ts'
import { serveRegistry } from './serveRegistry.ts'
import { viemRange } from './sharedRanges.ts'

// The short form of `npm run test:install`, in which the packages have all their types and meet other people's builds:
// each package is made once here, and only the test kit, whose types are fastest, includes them.

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const page = `
import { AppKitButton, createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({ projectId: 'p', networks: [mainnet], apiUrl: location.origin, relayUrl: 'wss://relay.example' })
createRoot(document.body).render(<AppKitButton />)
`
/**
 * A site's test, in plain JavaScript: a wallet in Vitest's window, and the script that Playwright injects into a page.
 */
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
/** The same in TypeScript, for a compiler alone. */
const typedTests = `
import { createDevnetWallet } from '@billfold/testkit'
import { installInWindow } from '@billfold/testkit/vitest'

const chains = [{ id: 1, name: 'Local', rpcUrl: 'http://127.0.0.1:1' }]
export const wallets = [createDevnetWallet({ chains }), installInWindow(window, { chains, policy: 'reject' })]
// @ts-expect-error: there is no such policy
createDevnetWallet({ chains, policy: 'refuse' })
`
/** A site that moved from AppKit. */
const moved = `
import { createAppKit, useAppKitAccount } from '@billfold/appkit-compat/react'
import { mainnet } from '@billfold/appkit-compat/networks'
import { WagmiAdapter } from '@billfold/appkit-compat/adapter-wagmi'
import { createRoot } from 'react-dom/client'

const wagmi = new WagmiAdapter({ networks: [mainnet], projectId: 'p' })
createAppKit({ adapters: [wagmi], networks: [mainnet], projectId: 'p' })
const Account = () => <p>{useAppKitAccount().address}</p>
createRoot(document.body).render(<Account />)
`
let folder = ''
let dist = ''
let registry: Awaited<ReturnType<typeof serveRegistry>>
beforeAll(async () => {
  // The output folder of `npm run pack`: inside a checkout, below packages of other versions.
  dist = await mkdtemp(join(root, 'node_modules/.billfold-dist-'))
  folder = await mkdtemp(join(tmpdir(), 'billfold-install-'))
  // As on a mirror that has viem's newest version, and not the `ox` that it needs.
  registry = await serveRegistry(root, { viem: { version: '2.9999.0', dependencies: { ox: '0.9999.0' } } })
  await packKit(root, join(dist, 'kit'), { types: false })
  await packTestkit(root, join(dist, 'testkit'))
  await packCompat(root, join(dist, 'compat'), { types: false })
  for (const name of ['kit', 'testkit', 'compat']) await packTarball(join(dist, name), join(folder, `${name}.tgz`))
})
afterAll(async () => {
  await registry.close()
  await rm(dist, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

/** Installs packages with React into an empty folder, as a new site would. */
async function install(name: string, packages: string[]): Promise<string> {
  const site = join(folder, name)
  await mkdir(site)
  await writeFile(join(site, 'package.json'), '{ "private": true, "type": "module" }')
  const flags = ['--registry', registry.url, '--cache', join(folder, 'cache'), '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, 'react@19', 'react-dom@19', ...packages], { cwd: site })
  return site
}

type Chunk = Rolldown.OutputChunk

/** The files that a site's own bundler makes of a page. */
async function chunksOf(site: string, text: string, config: InlineConfig = {}): Promise<Chunk[]> {
  await writeFile(join(site, 'main.tsx'), text)
  await writeFile(join(site, 'index.html'), '<!doctype html><script type="module" src="./main.tsx"></script>')
  const settings: InlineConfig = { root: site, configFile: false, logLevel: 'error', build: { write: false } }
  const { output } = (await build({ ...config, ...settings })) as Rolldown.RolldownOutput
  return output.filter((each) => each.type === 'chunk')
}
const modulesOf = (chunks: Chunk[]) => chunks.flatMap(({ moduleIds }) => moduleIds)
const reactsOf = (modules: string[]) => [
  ...new Set(modules.flatMap((id) => /^(.*\/node_modules\/react)\//.exec(id)?.[1] ?? [])),
]

/** Runs the test kit under Node in a site. */
async function runTests(site: string): Promise<unknown> {
  await writeFile(join(site, 'tests.js'), tests)
  return JSON.parse((await run(process.execPath, ['tests.js'], { cwd: site })).stdout)
}
const ranTests = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  script: '{var __billfoldInpage=',
  doors: ['function', 'function', 'function'],
}

describe('npm install of the files, in an empty folder', () => {
  let site = ''
  beforeAll(async () => {
    const files = ['kit', 'testkit', 'compat'].map((name) => join(folder, `${name}.tgz`))
    site = await install('files', files)
  })

  it('builds a page with the site’s own React, and nothing of this repository', async () => {
    const chunks = await chunksOf(site, page)
    const modules = modulesOf(chunks)
    expect(modules.some((id) => id.includes('@noble/curves'))).toBe(true)
    expect(reactsOf(modules)).toEqual([join(site, 'node_modules/react')])
    expect(modules.filter((id) => id.startsWith(root))).toEqual([])

    // The button needs only one file, the dialog another, and the rest loads later.
    const [first, ...others] = chunks.filter(({ isEntry }) => isEntry)
    expect(others).toEqual([])
    expect(first?.imports).toEqual([])
    const dialog = chunks.find(({ name }) => name.startsWith('modal'))
    expect(dialog?.imports).toEqual([first?.fileName])
    expect(first?.dynamicImports).toContain(dialog?.fileName)
  })

  it('builds few files, of which a dialog fetches at most eight and an account six more', async () => {
    const chunks = await chunksOf(site, page)
    expect(chunks.length).toBeLessThanOrEqual(120)
    const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]))
    files.set('index.html', `<!doctype html><script type="module" src="/${chunks[0]!.fileName}"></script>`)
    const ahead = await visitSite(files, false)
    const needed = await visitSite(files, true)
    const bytesOf = (fetched: Visit['page']) => fetched.reduce((sum, { bytes }) => sum + bytes, 0)
    const names = (fetched: Visit['page']) => fetched.map(({ name }) => name)

    // The dialog's first file is here while the page is idle: it counts all the same, as do the views that may be next.
    const dialog = [...ahead.page.filter(({ name }) => name === 'modal'), ...ahead.dialog]
    expect(names(dialog).length, names(dialog).join()).toBeLessThanOrEqual(8)
    const account = [...needed.dialog, ...needed.account].filter(({ name }) => !names(dialog).includes(name))
    expect(names(account).length, names(account).join()).toBeLessThanOrEqual(6)
    // Their weight in 82 files, measured in the same way.
    expect(bytesOf(dialog)).toBeLessThanOrEqual(133_942)
    expect(bytesOf(account)).toBeLessThanOrEqual(42_122)
  })

  it('has one viem, the newest that is tested, though the registry has a newer one that npm cannot install', async () => {
    const { packages } = JSON.parse(await readFile(join(site, 'package-lock.json'), 'utf8'))
    const copies = Object.keys(packages).filter((place) => place.endsWith('node_modules/viem'))
    expect(copies).toEqual(['node_modules/viem'])
    expect(packages['node_modules/viem'].version).toBe(viemRange.split('<=')[1])
  })

  it('runs the test kit under Node, and installs no bundler', async () => {
    expect(await runTests(site)).toEqual(ranTests)
    expect(await readdir(join(site, 'node_modules'))).not.toContain('vite')
  })

  it('gives a strict site types of the test kit that compile, and that reject a wrong option', async () => {
    const compilerOptions = {
      ...{ target: 'ES2024', module: 'ESNext', moduleResolution: 'bundler', lib: ['ES2024', 'DOM'] },
      ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
    }
    await writeFile(join(site, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }))
    await writeFile(join(site, 'typed.ts'), typedTests)
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', site])
  })

  it('builds a site that moved from AppKit, with a single kit', async () => {
    await link(join(root, 'node_modules/@wagmi/core'), join(site, 'node_modules/@wagmi/core'))
    const modules = modulesOf(await chunksOf(site, moved, { resolve: { dedupe: ['react', 'react-dom'] } }))
    expect(modules.filter((id) => /@billfold\/react\/chunks\/billfold-[^/]+\.js$/.test(id))).toHaveLength(1)
    expect(modules.filter((id) => /\/packages\/[^/]+\/src\//.test(id))).toEqual([])
  })
})

describe('npm install of the folders, which npm links', () => {
  let site = ''
  beforeAll(async () => {
    site = await install('folders', [join(dist, 'kit'), join(dist, 'testkit')])
  })

  it('builds a page with the kit’s dependencies, and with one React if the bundler dedupes it', async () => {
    expect((await lstat(join(site, 'node_modules/@billfold/react'))).isSymbolicLink()).toBe(true)
    const modules = modulesOf(await chunksOf(site, page, { resolve: { dedupe: ['react', 'react-dom'] } }))
    expect(reactsOf(modules)).toEqual([join(site, 'node_modules/react')])
    const { dependencies } = JSON.parse(await readFile(join(dist, 'kit/package.json'), 'utf8'))
    const curves = modules.find((id) => id.includes('@noble/curves'))!.replace(/(curves).*/, '$1/package.json')
    expect(JSON.parse(await readFile(curves, 'utf8')).version).toBe(dependencies['@noble/curves'])
  })

  it('runs the test kit under Node', async () => {
    expect(await runTests(site)).toEqual(ranTests)
  })
})
