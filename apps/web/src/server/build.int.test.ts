import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { publishedMnemonic } from '@billfold/testkit/keyring'
import { launchChromium } from '@billfold/testkit/test/launchChromium'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildSite } from './buildSite.ts'
import { docEntries, docPath } from './docs/docsTree.ts'
import { readPeerResults } from './readPeerResults.ts'

// The wallet's name, its rdns, the published words, and the first published key in both cases of hex.
const traces = [
  'Devnet Wallet',
  'dev.billfold.devnet',
  publishedMnemonic,
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
]

let dist: string
const folders: Record<string, string> = {}
const steps: string[] = []

beforeAll(async () => {
  dist = await mkdtemp(path.join(os.tmpdir(), 'billfold-dist-'))
  // The remains of a build that was killed yesterday.
  const killed = path.join(dist, '.draft-killed')
  await mkdir(killed)
  await utimes(killed, new Date(Date.now() - 86_400_000), new Date(Date.now() - 86_400_000))
  // The setting of a shell or a test runner.
  vi.stubEnv('NODE_ENV', 'test')
  folders.production = (await buildSite('production', { dist, onStep: (step) => steps.push(step) })).folder
  // The folder in which local stacks of the same sources find it: one build of a run serves all.
  folders.local = (await buildSite('local')).folder
})

afterAll(() => {
  vi.unstubAllEnvs()
  return rm(dist, { recursive: true })
})

async function textOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
  const texts = new Map<string, string>()
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name)
    texts.set(path.relative(folder, file), await readFile(file, 'utf8'))
  }
  return texts
}

/** The documentation mentions the test wallet, without containing it. */
const isDocumentation = (name: string) => /^docs\/|^assets\/docs-index-/.test(name)

test('the production build has no trace of the test wallet, the local one has it', async () => {
  const production = [...(await textOf(folders.production!)).entries()].filter(([name]) => !isDocumentation(name))
  const local = [...(await textOf(folders.local!)).values()].join('\n')
  expect(production.length).toBeGreaterThan(3)
  for (const trace of traces) {
    const holders = production.filter(([, text]) => text.toLowerCase().includes(trace.toLowerCase()))
    expect(holders.map(([name]) => name)).toEqual([])
  }
  expect(local).toContain('Devnet Wallet')
  expect(local).toContain('dev.billfold.devnet')
})

test('no built page has inline code, and no built file evaluates text', async () => {
  for (const mode of ['local', 'production'])
    for (const [name, text] of await textOf(folders[mode]!)) {
      if (name.endsWith('.html')) expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|<[^>]*\s(?:on\w+|style)=/i)
      expect(text, name).not.toMatch(/\beval\(/)
    }
})

test('the documentation is a page for each file, and no other page loads a byte for it', async () => {
  const texts = await textOf(folders.production!)
  const assetsOf = (name: string) =>
    [...(texts.get(name) ?? '').matchAll(/"(\/assets\/[^"]+)"/g)].map(([, asset]) => asset)
  const ofDocs = assetsOf('docs/index.html')
  expect(ofDocs.length).toBeGreaterThan(2)
  for (const { slug } of docEntries())
    expect(assetsOf(`docs/${slug || 'index'}.html`)).toEqual(expect.arrayContaining(ofDocs))
  for (const name of ['index.html', 'playground.html', 'gallery.html'])
    expect(assetsOf(name).filter((asset) => ofDocs.includes(asset))).toEqual([])
  expect([...texts.keys()]).not.toContain('docs.html')
})

type AxeResult = { violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }

test('axe finds no issue on any page of the documentation', async () => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
  const folder = folders.production!
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
    await context.route('**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const name = /^\/docs(?:\/(.+))?$/.exec(pathname)
      await route.fulfill({ path: path.join(folder, name ? `docs/${name[1] ?? 'index'}.html` : pathname) })
    })
    await context.addInitScript({ path: axe })
    const page = await context.newPage()
    const faults: string[] = []
    for (const { slug } of docEntries()) {
      await page.goto(`http://docs.localhost${docPath(slug)}`)
      const { violations } = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }
        // Contrast is half of axe's work; one style sheet sets all colors, and site.e2e.ts checks them in light and
        // dark.
        const rules = { 'color-contrast': { enabled: false } }
        return axe.run({ preload: false, resultTypes: ['violations'], rules })
      })
      for (const { id, nodes } of violations)
        for (const { target, failureSummary } of nodes)
          faults.push(`${docPath(slug)}: ${id} ${target} ${failureSummary}`)
    }
    expect(faults).toEqual([])
  } finally {
    await browser.close()
  }
})

test('a build has React’s production version, whatever the environment says', async () => {
  for (const mode of ['local', 'production'])
    for (const [name, text] of await textOf(folders[mode]!)) expect(text, name).not.toMatch(/jsxDEV|fileName:/)
})

test('the chart beside peers has the numbers of the benchmark’s report', async () => {
  const report = await readFile(new URL('../../../../bench/peers/RESULTS.md', import.meta.url), 'utf8')
  const code = [...(await textOf(folders.production!)).values()].join('\n')
  const { rows } = readPeerResults(report)
  for (const { tapMs, buttonMs, jsKib } of rows)
    for (const part of [`tapMs:${tapMs}`, `buttonMs:${buttonMs}`, `jsKib:${jsKib}`]) expect(code).toContain(part)
})

test('compresses every text file', async () => {
  const names = await readdir(path.join(folders.production!, 'assets'))
  for (const name of names.filter((each) => /\.(js|css)$/.test(each)))
    expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]))
})

test('a build reports its steps and progress', () => {
  expect(steps).toHaveLength(5)
  expect(steps[1]).toBe('building the site, step 2 of 5: the gallery of every view')
})

test('does not rebuild unchanged sources, and leaves nothing half-made', async () => {
  const first = await buildSite('production', { dist })
  const onStep = () => expect.unreachable('nothing is to be done')
  expect(await buildSite('production', { dist, onStep })).toEqual({ ...first, built: false })
  expect((await readdir(dist)).filter((name) => name.startsWith('.'))).toEqual([])
})
