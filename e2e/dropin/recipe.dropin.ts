import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { build, createServer } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { installApp } from '../../bench/peers/installApp.ts'
import { adapters, versions } from './buildPage.ts'

// docs/drop-in.md as an operator follows it: copies its two files literally from the page, beside a site's own.
const docs = path.join(import.meta.dirname, '../../docs/drop-in.md')
const patience = Number(process.env.DROPIN_PATIENCE ?? 60) * 1000
const [ours, relay] = ['https://api.example.com', 'wss://relay.example.com']
/** Targets of links, and names that are not addresses: the page makes no request there by itself. */
const links = /^(?:docs|dashboard|explorer|cloud|www|walletguide)\.|^(?:reown|walletconnect|web3modal)\.(?:com|org)$/

const read = async () => {
  const text = await readFile(docs, 'utf8')
  const [plugin, config] = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!)
  const named = [...text.matchAll(/^\| `([^|]+)\|/gm)].flatMap(
    ([, cell]) => cell!.match(/[a-z0-9.-]+\.[a-z]{2,}/g) ?? [],
  )
  return { plugin: plugin!, config: config!, named: new Set(named.map((host) => host.replace(/^\./, ''))) }
}

async function writeSite(version: string, adapter: string): Promise<string> {
  const root = path.join(import.meta.dirname, 'clients', version, 'dist', `recipe-${adapter}`)
  const { plugin, config } = await read()
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  await cp(path.join(import.meta.dirname, 'pages/index.html'), path.join(root, 'index.html'))
  await cp(path.join(import.meta.dirname, 'pages', `${adapter}.jsx`), path.join(root, 'main.jsx'))
  await writeFile(path.join(root, 'recipe.mjs'), plugin)
  await writeFile(path.join(root, 'vite.config.js'), config)
  return root
}

test('the recipe that the pages are built by is the one in docs/drop-in.md', async () => {
  expect((await read()).plugin).toBe(await readFile(path.join(import.meta.dirname, 'recipe.mjs'), 'utf8'))
})

describe.each(versions)('AppKit %s', (version) => {
  beforeAll(() => installApp(path.join(import.meta.dirname, 'clients', version)), 900_000)

  test.each(adapters)(
    'built with the files of docs/drop-in.md and %s sends requests only to hosts that the page names',
    {
      timeout: 10 * patience,
    },
    async (adapter) => {
      const root = await writeSite(version, adapter)
      const configFile = path.join(root, 'vite.config.js')
      await build({ root, configFile, logLevel: 'error', build: { minify: false, reportCompressedSize: false } })
      const assets = path.join(root, 'dist/assets')
      const texts = await Promise.all((await readdir(assets)).map((name) => readFile(path.join(assets, name), 'utf8')))
      const all = texts.join('\n')
      expect(all).toContain(ours)
      expect(all).toContain(relay)
      const hosts =
        all.match(/(?<=(?:https?|wss?):\/\/)[a-z0-9.-]*(?:walletconnect|reown|web3modal|infura)\.[a-z]+/g) ?? []
      const { named } = await read()
      expect([...new Set(hosts)].filter((host) => !links.test(host) && !named.has(host))).toEqual([])
    },
  )

  test('calls our API from the development server too', { timeout: 10 * patience }, async () => {
    const root = await writeSite(version, 'wagmi')
    const configFile = path.join(root, 'vite.config.js')
    const server = await createServer({
      ...{ root, configFile, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } },
      optimizeDeps: { force: true },
    })
    const browser = await launchChromium()
    try {
      await server.listen()
      const page = await browser.newPage()
      const [hosts, errors] = [new Set<string>(), [] as string[]]
      page.on('pageerror', ({ message }) => errors.push(message))
      await page.route(/^https?:/, (route) => {
        const { origin, hostname } = new URL(route.request().url())
        if (hostname === '127.0.0.1') return route.continue()
        hosts.add(origin)
        return route.abort()
      })
      await page.goto(server.resolvedUrls!.local[0]!, { timeout: patience })
      await expect.poll(() => [errors, hosts.size > 0], { timeout: patience }).toEqual([[], true])
      await page.locator('appkit-button').click({ timeout: patience })
      await page.getByTestId('w3m-modal-card').waitFor({ timeout: patience })
      expect([...hosts]).toEqual([ours])
      expect(errors).toEqual([])
    } finally {
      await browser.close()
      await server.close()
    }
  })
})
