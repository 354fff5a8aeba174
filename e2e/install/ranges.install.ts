import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { servePage } from '../dropin/servePage.ts'
import { connectWallet, openPage } from './connectPage.ts'
import { inSite, installIn, root } from './installSite.ts'

// Both ends of the published ranges: viem, wagmi, zod, React and TanStack Query. `tools/pack/packageManifest.test.ts`
// holds these lockfiles to the ranges.
const folderOf = (end: string) => path.join(import.meta.dirname, 'ranges', end)

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

describe.each(['oldest', 'newest'])('the %s supported versions', (end) => {
  const folder = folderOf(end)
  const source = path.join(folder, 'dist/source')
  beforeAll(async () => {
    await installIn(folder, 'react', 'appkit-compat', 'testkit')
    await rm(source, { recursive: true, force: true })
    await mkdir(source, { recursive: true })
    for (const file of ['page.tsx', 'core.ts']) await copyFile(folderOf(file), path.join(source, file))
  })

  it('are the only copies that npm installs', async () => {
    const { packages } = JSON.parse(await readFile(path.join(folder, 'node_modules/.package-lock.json'), 'utf8'))
    const declared = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')).dependencies
    for (const name of ['viem', '@wagmi/core', 'zod', 'react', '@tanstack/react-query']) {
      const places = Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`))
      expect(places).toEqual([`node_modules/${name}`])
      expect(packages[`node_modules/${name}`].version).toBe(declared[name])
    }
  })

  it('compile with the kit’s types, and reject a wrong call', async () => {
    const compilerOptions = {
      ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], module: 'ESNext', moduleResolution: 'bundler' },
      ...{ jsx: 'react-jsx', strict: true, noEmit: true, skipLibCheck: true, types: [] },
    }
    await writeFile(
      path.join(source, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['page.tsx', 'core.ts'] }),
    )
    const compile = () =>
      inSite(process.execPath, [
        path.join(folder, 'node_modules/typescript/bin/tsc'),
        '-p',
        source,
        '--pretty',
        'false',
      ])
    await compile()
    const page = await readFile(path.join(source, 'page.tsx'), 'utf8')
    await writeFile(
      path.join(source, 'page.tsx'),
      page.replace('billfoldConnector(appKit)', 'billfoldConnector(config)'),
    )
    onTestFinished(() => copyFile(folderOf('page.tsx'), path.join(source, 'page.tsx')))
    await expect(compile()).rejects.toThrow(/page\.tsx.*error TS/)
  })

  it('connect by the kit and by wagmi, and sign a message and typed data that viem verifies', async () => {
    const html = '<!doctype html><div id="root"></div><script type="module" src="./page.tsx"></script>'
    await writeFile(path.join(source, 'index.html'), html)
    const outDir = path.join(folder, 'dist/page')
    await build({ root: source, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } })
    const server = await servePage(outDir)
    onTestFinished(() => server.close())

    const { page, errors } = await openPage(browser, server.url, folder)
    await page.getByRole('button', { name: 'Connect by wagmi' }).click()
    await page.getByText('Devnet Wallet').first().click()
    await page.getByText('true on 1').waitFor()
    await page.getByRole('button', { name: 'Sign a message' }).click()
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect.poll(() => page.title()).toBe('both signatures are valid')
    expect(errors).toEqual([])

    const other = await openPage(browser, server.url, folder)
    await connectWallet(other.page)
    await other.page.getByText('true on 1').waitFor()
    expect(other.errors).toEqual([])
  })
})

it('the oldest viem passes the unit tests of the kit’s code that uses it', async () => {
  const config = path.join(import.meta.dirname, 'ranges/vitest.config.ts')
  const args = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, '--root', root]
  const output = await inSite(process.execPath, args, { cwd: root, env: { NO_COLOR: '1', FORCE_COLOR: undefined } })
  expect(Number(/Tests +(\d+) passed/.exec(output)?.[1])).toBeGreaterThan(300)
  expect(output).toContain('e2e/install/ranges/viem.test.ts')
})
