import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { servePage } from '../dropin/servePage.ts'
import { connectWallet, openPage } from './connectPage.ts'
import { inSite, installIn, root } from './installSite.ts'

// The samples of the guides for Angular and Svelte, compiled by the frameworks' own compilers: TypeScript 6 is Angular's,
// so they have a lockfile of their own. `packages/react/examples/docs.test.ts` holds the guides to these files.
const folder = path.join(import.meta.dirname, 'frameworks')

let browser: Browser
beforeAll(async () => {
  await installIn(folder, 'react', 'testkit')
  browser = await launchChromium()
})
afterAll(() => browser?.close())

const run = (bin: string, args: string[], cwd: string) =>
  inSite(process.execPath, [path.join(folder, 'node_modules', bin), ...args], { cwd })

type Framework = { compile(site: string): Promise<unknown>; file: string }
const frameworks: Record<string, Framework> = {
  angular: {
    compile: (site) => run('@angular/compiler-cli/bundles/src/bin/ngc.js', ['-p', 'tsconfig.json'], site),
    file: 'src/header.ts',
  },
  svelte: {
    compile: (site) => run('svelte-check/bin/svelte-check', ['--tsconfig', 'tsconfig.json', '--output', 'human'], site),
    file: 'src/Header.svelte',
  },
}

describe.each(Object.entries(frameworks))('the guide’s page for %s', (name, { compile, file }) => {
  const site = path.join(folder, 'dist', name)
  beforeAll(async () => {
    await rm(site, { recursive: true, force: true })
    await cp(path.join(folder, name), site, { recursive: true })
    await cp(path.join(root, 'packages/react/examples/vue/wallets.ts'), path.join(site, 'src/wallets.ts'))
  })

  it('compiles, and a wrong name in its template does not', async () => {
    await compile(site)
    const sample = await readFile(path.join(site, file), 'utf8')
    await writeFile(
      path.join(site, file),
      sample.replaceAll('.address}', '.adress}').replace('.address }', '.adress }'),
    )
    onTestFinished(async () => {
      await writeFile(path.join(site, file), sample)
      await compile(site)
    })
    await expect(compile(site)).rejects.toThrow("'adress'")
  })

  it('connects a wallet, and shows who is connected', async () => {
    const outDir = path.join(site, 'page')
    await run('vite/bin/vite.js', ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'], site)
    const server = await servePage(outDir)
    onTestFinished(() => server.close())
    const { page, errors } = await openPage(browser, server.url, folder)
    await connectWallet(page)
    await page.locator('header p', { hasText: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }).waitFor()
    expect(errors).toEqual([])
  })
})

it('renders the Svelte sample on a server, with an element that the browser fills', async () => {
  const site = path.join(folder, 'dist/svelte')
  const args = ['build', '--ssr', 'src/render.ts', '--outDir', 'server', '--logLevel', 'error']
  await run('vite/bin/vite.js', args, site)
  const { body } = await import(path.join(site, 'server/render.js'))
  expect(body).toContain('<appkit-button></appkit-button>')
})
