import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as kitDoor from '@billfold/react'
import { elementTable } from '@billfold/react/elements/elementTable.ts'
import * as networks from '@billfold/react/networks'
import { expect, test } from 'vitest'
import { drawDocs } from './buildDocs.ts'
import { declarationsOf } from './declarationsOf.ts'
import { docEntries, unlisted } from './docsTree.ts'
import { searchIndex } from './searchIndex.ts'

const root = path.resolve(import.meta.dirname, '../../../../..')
const { pages } = await drawDocs(root)

test('renders all our pages, without dead links or anchors', () => {
  expect(pages.map(({ page }) => page.slug)).toEqual(docEntries().map(({ slug }) => slug))
  for (const { page, html } of pages) expect(html.match(/<h1>/g), page.source).toHaveLength(1)
})

test('lists every Markdown file of docs in the sidebar, once', async () => {
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

test('the search finds sections of every page, each at an existing anchor', () => {
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

test('a reader’s choice of theme has the colors of the system’s', async () => {
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

test('the reference has every hook, component, method, element, attribute and network, from the types', () => {
  const htmlOf = (slug: string) => pages.find(({ page }) => page.slug === slug)?.html ?? ''
  const anchorsOf = (slug: string) => [...htmlOf(slug).matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => id)
  const names = Object.keys(kitDoor).filter((name) => !['AppKitContext', 'createAppKit'].includes(name))
  expect(anchorsOf('reference/hooks')).toEqual(
    names
      .filter((name) => name.startsWith('use'))
      .map((n) => n.toLowerCase())
      .toSorted(),
  )
  expect(anchorsOf('reference/components')).toEqual(
    expect.arrayContaining(names.filter((name) => name.startsWith('AppKit')).map((name) => name.toLowerCase())),
  )
  for (const name of [...Object.keys(elementTable), ...Object.values(elementTable).flat()])
    expect(htmlOf('reference/components')).toContain(`<code>${name}</code>`)
  for (const name of Object.keys(networks)) expect(htmlOf('reference/networks')).toContain(`<code>${name}</code>`)
  expect(anchorsOf('reference/kit')).toEqual(
    expect.arrayContaining(['open', 'subscribeaccount', 'getprovider', 'dispose']),
  )
  expect(anchorsOf('reference/options')).toEqual(
    expect.arrayContaining(['projectid', 'networks', 'siwx', 'locale', 'relayurl', 'featuresswaps']),
  )
  expect(anchorsOf('reference/options')).not.toContain('sdktype')
})

test('reads types with their authors’ comments', () => {
  const types = declarationsOf(
    'a.ts',
    `/** What a site passes. */
export type A = B & {
  /**
   * First line,
   * second line.
   */
  one?: 'x' | 'y' | undefined
  two: { deep: string;  wide: number }
  /** Opens it. */
  open(options?: { view?: string }): Promise<void>
}
// no JSDoc
export function useIt({ a }: A = {}, told: () => void): { done: boolean } { return { done: true } }`,
  )
  expect(types.get('A')?.about).toBe('What a site passes.')
  expect(types.get('A')?.members).toEqual([
    { name: 'one', isOptional: true, isMethod: false, type: "'x' | 'y'", about: 'First line, second line.' },
    { name: 'two', isOptional: false, isMethod: false, type: '{ deep: string; wide: number }', about: '' },
    {
      name: 'open',
      isOptional: false,
      isMethod: true,
      type: '(options?: { view?: string }): Promise<void>',
      about: 'Opens it.',
    },
  ])
  expect(types.get('useIt')).toMatchObject({
    signature: 'useIt(options?: A, told: () => void)',
    type: '{ done: boolean }',
    about: '',
  })
})
