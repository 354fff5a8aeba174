import { readdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { createAppKit } from '@billfold/react'
import { elementTable } from '@billfold/react/elements/elementTable.ts'
import { mainnet } from '@billfold/react/networks'
import { expect, test } from 'vitest'
import * as vue from 'vue'
import { babelParse, compileScript, compileTemplate, parse } from 'vue/compiler-sfc'
import { renderToString } from 'vue/server-renderer'

const root = path.resolve(import.meta.dirname, '../../..')
const docs = (await readdir(path.join(root, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'))
const pages = ['packages/appkit-compat/README.md', 'packages/react/README.md', 'packages/testkit/README.md'].concat(
  docs.map((name) => `docs/${name}`),
)

type Sample = { page: string; title: string; code: string }

/** The blocks of code of all pages in one language, as they stand there. */
async function samplesIn(language: string): Promise<Sample[]> {
  const fence = new RegExp(`^\`\`\`${language}(?: ([^\\n]*))?\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm')
  const all = await Promise.all(
    pages.map(async (page) => {
      const text = await readFile(path.join(root, page), 'utf8')
      return [...text.matchAll(fence)].map(([, title = '', code = '']) => ({ page, title, code }))
    }),
  )
  return all.flat()
}

const attributesOf = new Map(
  Object.entries(elementTable).map(([tag, names]) => [tag, names.map((name) => name.toLowerCase())]),
)

const isCustomElement = (tag: string) => tag.startsWith('appkit-')

/** Faults of a piece of HTML: syntax errors, missing elements of ours, unknown attributes. */
function faultsOfHtml(html: string): string[] {
  const template = html.replaceAll(/<script\b[^>]*>[^<]*<\/script>/g, '')
  const { errors } = compileTemplate({
    ...{ source: template, filename: 'sample.html', id: 'sample' },
    compilerOptions: { isCustomElement },
  })
  const used = [...html.matchAll(/<([a-z]+-[a-z-]+)((?:\s+[^\s>]+)*)\s*>/g)].flatMap(([, tag = '', given = '']) => {
    const known = attributesOf.get(tag)
    if (!known) return [`no element ${tag}`]
    const names = [...given.matchAll(/([a-z-]+)(?:="[^"]*")?/g)].map(([, name = '']) => name)
    return names.filter((name) => !known.includes(name)).map((name) => `${tag} has no attribute ${name}`)
  })
  return [...errors.map(String), ...used]
}

/** The names that a piece of code imports from packages of ours, types apart. */
const importsOf = (code: string) =>
  [...code.matchAll(/import \{([^}]+)\} from '(@billfold\/[^']+)'/g)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0]!)
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => ({ name, from })),
  )

test('every Vue sample compiles, and renders our elements for a new visitor', async () => {
  const samples = await samplesIn('vue')
  const beside = (await samplesIn('ts')).filter(({ title }) => title === 'src/wallets.ts')
  for (const { code, page } of beside) expect(code, page).toContain('export const appKit = createAppKit({')
  expect(beside.length).toBeGreaterThan(0)
  expect(samples.map(({ title }) => title).toSorted()).toEqual(['src/App.vue', 'src/Header.vue'])
  for (const { code, title } of samples) {
    const { descriptor, errors } = parse(code, { filename: title })
    expect(errors, title).toEqual([])
    expect(faultsOfHtml(descriptor.template?.content ?? ''), title).toEqual([])
    const component = descriptor.scriptSetup ? await run(code, title) : { template: descriptor.template?.content ?? '' }
    const app = vue.createSSRApp(component)
    app.config.compilerOptions.isCustomElement = isCustomElement
    expect(await renderToString(app), title).toContain('<appkit-button></appkit-button>')
  }
})

/** A component as its compiler makes it, with what it imports: `./wallets` has the kit, as the sample beside it does. */
async function run(code: string, filename: string): Promise<vue.Component> {
  const { descriptor } = parse(code, { filename, templateParseOptions: { isCustomElement } })
  const { content } = compileScript(descriptor, { id: 'sample', inlineTemplate: true })
  const appKit = createAppKit({ projectId: 'samples', networks: [mainnet] })
  const loaded: Record<string, object> = { vue, './wallets': { appKit } }
  const body = stripTypeScriptTypes(content)
    .replaceAll(/^import \{([^}]+)\} from ['"]([^'"]+)['"];?$/gm, (_, names: string, from: string) => {
      expect(Object.keys(loaded), filename).toContain(from)
      for (const name of names.split(',')) expect(Object.keys(loaded[from]!)).toContain(name.trim().split(' as ')[0])
      return `const {${names.replaceAll(' as ', ': ')}} = loaded['${from}']`
    })
    .replace('export default', 'return')
  return new Function('loaded', body)(loaded) as vue.Component
}

test('every HTML sample parses, uses existing attributes, and loads a module that its page shows', async () => {
  const samples = await samplesIn('html')
  expect(samples.length).toBeGreaterThanOrEqual(2)
  const modules = [...(await samplesIn('ts')), ...(await samplesIn('js'))]
  for (const { page, code } of samples) {
    expect(faultsOfHtml(code), page).toEqual([])
    for (const [, src = ''] of code.matchAll(/<script type="module" src="\/([^"]+)\.js"><\/script>/g))
      expect(modules.filter((each) => each.page === page).map(({ title }) => title)).toContain(`${src}.ts`)
  }
})

test.each([
  ['<appkit-buton></appkit-buton>', 'no element appkit-buton'],
  ['<appkit-button lable="x"></appkit-button>', 'appkit-button has no attribute lable'],
  ['<header><appkit-button></header>', 'SyntaxError: Element is missing end tag.'],
])('%s would be found', (html, fault) => {
  expect(faultsOfHtml(html)).toContain(fault)
})

test('every JavaScript sample parses', async () => {
  const samples = await samplesIn('js')
  expect(samples.length).toBeGreaterThanOrEqual(3)
  for (const { code } of samples) babelParse(code, { sourceType: 'module' })
})

test('imports only existing names from us, even in diff lines', async () => {
  const changed = (await samplesIn('diff')).map(({ page, code }) => ({
    page,
    code: code.replaceAll(/^-.*$/gm, '').replaceAll(/^\+/gm, ''),
  }))
  const written = (await Promise.all(['ts', 'tsx', 'js', 'vue'].map(samplesIn))).flat()
  const imports = [...changed, ...written].flatMap(({ page, code }) =>
    importsOf(code).map((each) => ({ page, ...each })),
  )
  expect(imports.length).toBeGreaterThan(40)
  // Samples that need a server's own dependencies run in the tests of its package.
  for (const { page, name, from } of imports.filter((each) => !/server-auth|playwright/.test(each.from)))
    expect(Object.keys(await import(/* @vite-ignore */ from)), `${page}: ${from}`).toContain(name)
})
