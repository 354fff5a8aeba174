import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cpuSeconds, freePort, runLine, startLine } from './runCommand.ts'
import { startPageStack } from './startPageStack.ts'

const root = path.resolve(import.meta.dirname, '../..')
const maxSeconds = 180

let folder = ''
let browser: Browser
let stack: Awaited<ReturnType<typeof startPageStack>>
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'billfold-create-pages-'))
  stack = await startPageStack()
  browser = await launchChromium()
  // The docs' folders are side by side: `billfold`, which is this repository, and a newcomer's own.
  await symlink(root, path.join(folder, 'billfold'))
  const [, pack = ''] = await blockOf('create', 0)
  expect(pack).toBe('npm run pack')
  await runLine(pack, path.join(folder, 'billfold'))
})
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** The commands of one block of a page, one by one and without their comments. */
async function blockOf(page: 'create' | 'quick-start', block: number): Promise<string[]> {
  const text = await readFile(path.join(root, `docs/${page}.md`), 'utf8')
  const code = [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, lines]) => lines ?? '')[block] ?? ''
  return code
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
}

test('the commands of the quick start install the kit, and its page builds with it', async () => {
  const [pack = '', enter = '', install = ''] = await blockOf('quick-start', 1)
  const site = path.join(folder, 'my-site')
  await mkdir(site)
  await runLine('npm init -y', site)
  const repository = path.join(folder, 'billfold')
  expect(pack).toBe('npm run pack') // ran before all tests
  expect(path.resolve(repository, enter.replace(/^cd /, ''))).toBe(site)
  await runLine(install, site)

  const page = await readFile(path.join(root, 'docs/quick-start.md'), 'utf8')
  const [, file = '', code = ''] = /```tsx (src\/Header\.tsx)\n([\s\S]*?)\n```/.exec(page) ?? []
  await mkdir(path.join(site, 'src'))
  await writeFile(path.join(site, file), code)
  const outDir = path.join(site, 'dist')
  await build({
    ...{ root: site, configFile: false, logLevel: 'error', define: { 'process.env.NODE_ENV': '"production"' } },
    build: { outDir, lib: { entry: path.join(site, file), formats: ['es'], fileName: () => 'header.js' } },
  })
  const names = (await readdir(outDir)).filter((name) => /\.m?js$/.test(name))
  expect(names.length).toBeGreaterThan(20)
  const built = await Promise.all(names.map((name) => readFile(path.join(outDir, name), 'utf8')))
  expect(built[names.indexOf('header.js')]).toContain('billfold-local')
  // All of it is in the bundle: one command installed the kit and React.
  for (const code of built) expect(code).not.toMatch(/from ?["'](?:@billfold|react)/)
})

test.for([
  ['react', '--port'],
  ['next', '-p'],
  ['vue', '--port'],
  ['page', '--port'],
] as const)(
  'the commands in the docs lead to a connected wallet with %s, in under three minutes',
  async ([framework, portFlag], { task }) => {
    const [create = '', enter, install = '', dev = ''] = await blockOf('create', 1)
    const home = path.join(folder, framework)
    const page = path.join(home, 'my-page')
    await mkdir(home)
    expect(enter).toBe('cd my-page')

    const began = performance.now()
    const cpuBefore = cpuSeconds()
    const seconds = () => (performance.now() - began) / 1000
    const flags = `--framework ${framework} --families evm --port ${stack.port}`
    await runLine(`${create.replaceAll('../billfold/dist', path.join(folder, 'billfold/dist'))} ${flags}`, home)
    await runLine(install, page)
    const installed = seconds()
    const port = await freePort()
    const url = `http://localhost:${port}/`
    const started = await startLine(`${dev} -- ${portFlag} ${port}`, page, url)
    let connected = 0
    let cpu = 0
    try {
      const context = await browser.newContext()
      context.setDefaultTimeout(120_000)
      const tab = await context.newPage()
      await tab.goto(url)
      await tab.getByTestId('connect-button').click()
      await tab.getByTestId('wallet-selector-dev.billfold.devnet').click()
      await tab.getByTestId('testwallet-approve').click()
      await tab.getByText('Connected as 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266').waitFor()
      connected = seconds()
      cpu = cpuSeconds() - cpuBefore + started.cpuSeconds()
      await context.close()
    } finally {
      await started.stop()
    }
    const load = loadavg()[0] ?? 0
    task.meta.note = [
      `${framework.padEnd(6)} ${connected.toFixed(1).padStart(6)} s to a connected wallet`,
      `${installed.toFixed(1).padStart(6)} s of them until it was installed`,
      `${cpu.toFixed(1).padStart(6)} s of processor without the browser’s`,
      `${availableParallelism()} cores under a load of ${load.toFixed(1)}`,
    ].join(', ')
    // On a shared machine the clock measures the load; CPU time holds everywhere.
    expect(load > 2 * availableParallelism() ? cpu : connected).toBeLessThan(maxSeconds)
    // The published packages are compiled, type-checked and without the test wallet.
    await runLine('npm run build', page)
  },
)
