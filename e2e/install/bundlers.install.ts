import { type ChildProcess, spawn } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../tools/start/freePort.ts'
import { servePage } from '../dropin/servePage.ts'
import { connectWallet, openPage } from './connectPage.ts'
import { dist, installSite, program, site } from './installSite.ts'

let browser: Browser
beforeAll(async () => {
  await installSite()
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** Connects a wallet on the built page, and returns the page's errors. */
async function connect(url: string): Promise<string[]> {
  const { page, errors } = await openPage(browser, url, site)
  await connectWallet(page)
  return errors
}

describe('a page with the kit, built by', () => {
  it.each([
    ['Vite', () => program('vite/bin/vite.js', ['build', 'web', '--outDir', path.join(dist, 'vite'), '--emptyOutDir'])],
    ['esbuild', buildWithEsbuild],
    ['webpack', buildWithWebpack],
  ] as const)('%s connects a wallet, and builds without warnings', async (name, build) => {
    await rm(path.join(dist, name.toLowerCase()), { recursive: true, force: true })
    expect(await build()).not.toMatch(/\bwarning\b|use client/i)
    const server = await servePage(path.join(dist, name.toLowerCase()))
    onTestFinished(() => server.close())
    expect(await connect(server.url)).toEqual([])
  })

  it('Next connects a wallet, from a server component and from a client component', async () => {
    expect(await program('next/dist/bin/next', ['build'], { cwd: 'next' })).not.toMatch(/\bwarning\b/i)
    const url = await startNext()
    const html = await (await fetch(url)).text()
    expect(html).toContain('eip155:1')
    expect(await connect(url)).toEqual([])
    expect(await connect(`${url}/client`)).toEqual([])
  })
})

async function buildWithEsbuild(): Promise<string> {
  const outdir = path.join(dist, 'esbuild')
  const flags = ['--bundle', '--splitting', '--format=esm', '--minify', '--target=es2022', `--outdir=${outdir}`]
  const output = await program('esbuild/bin/esbuild', ['web/main.js', ...flags])
  await cp(path.join(site, 'web/index.html'), path.join(outdir, 'index.html'))
  return output
}

async function buildWithWebpack(): Promise<string> {
  const run = `
    import webpack from 'webpack'
    import config from './web/webpack.config.js'
    webpack(config, (error, stats) => {
      if (error) throw error
      console.log(stats.toString({ all: false, errors: true, warnings: true }))
      process.exitCode = stats.hasErrors() ? 1 : 0
    })`
  const { inSite } = await import('./installSite.ts')
  const output = await inSite(process.execPath, ['--input-type=module', '-e', run])
  await cp(path.join(site, 'web/index.html'), path.join(dist, 'webpack/index.html'))
  return output
}

async function startNext(): Promise<string> {
  const port = await freePort()
  const bin = path.join(site, 'node_modules/next/dist/bin/next')
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const }
  const child: ChildProcess = spawn(process.execPath, [bin, 'start', '-p', String(port), '-H', '127.0.0.1'], {
    cwd: path.join(site, 'next'),
    env,
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill())
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return url
}
