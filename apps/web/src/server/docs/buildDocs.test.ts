import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { drawDocs } from './buildDocs.ts'
import { docEntries, unlisted } from './docsTree.ts'
import { searchIndex } from './searchIndex.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const { pages } = await drawDocs(root)

test('every page of ours can be drawn: no link and no anchor leads nowhere', () => {
  expect(pages.map(({ page }) => page.slug)).toEqual(docEntries().map(({ slug }) => slug))
  for (const { page, html } of pages) expect(html.match(/<h1>/g), page.source).toHaveLength(1)
})

test('every Markdown file in docs is in the sidebar, once', async () => {
  const files = (await readdir(path.join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'))
  const shown = docEntries().map(({ source }) => source)
  expect(shown.filter((source) => source.startsWith('docs/')).toSorted()).toEqual(
    files
      .map((name) => `docs/${name.split(path.sep).join('/')}`)
      .filter((source) => !unlisted.includes(source))
      .toSorted(),
  )
  expect(new Set(shown).size).toBe(shown.length)
})

test('no page carries inline script or style', () => {
  for (const { page, html } of pages) expect(html, page.source).not.toMatch(/<script|<style|<[^>]*\s(?:style|on\w+)=/)
})

test('the search finds sections of every page, each at an anchor that is there', () => {
  const index = searchIndex(pages.map(({ page }) => page))
  for (const { page, html } of pages) {
    const own = index.filter((section) => section.page === page.heading)
    expect(own.length, page.source).toBeGreaterThan(0)
    for (const { url } of own) {
      const anchor = url.split('#')[1]
      if (anchor) expect(html, url).toContain(`id="${anchor}"`)
    }
  }
})

test('a reader’s choice of theme has the colours of the system’s', async () => {
  const read = (file: string) => readFile(path.join(root, 'apps/web/src', file), 'utf8')
  const colours = (css: string) =>
    [
      ...css.matchAll(
        /(--(?:paper|raised|inset|hairline|edge|ink|ink-2|ink-3|accent|accent-strong|on-accent|caution|danger|done): [^;]+);/g,
      ),
    ].map(([, line]) => line)
  const [tokens, theme] = await Promise.all([read('styles/tokens.css'), read('docs/theme.css')])
  const [light = '', dark = ''] = tokens.split('@media')
  const [chosenLight = '', chosenDark = ''] = theme.split('[data-theme="dark"]')
  expect(colours(chosenLight)).toEqual(colours(light))
  expect(colours(chosenDark)).toEqual(colours(dark))
  expect(colours(light)).toHaveLength(14)
})
