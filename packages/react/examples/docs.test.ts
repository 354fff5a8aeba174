import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import * as headless from '../src/headless.ts'
import { strictPolicy } from '../test/servePage.ts'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
const docs = new URL('../../../docs/', import.meta.url)
const guides = (await readdir(new URL('guides/', docs))).map((file) => `guides/${file}`)
const samplePages = ['quick-start.md', 'concepts.md', 'languages.md', 'headless.md', ...guides]
const textOf = async (pages: readonly string[]) =>
  (await Promise.all(pages.map((page) => readFile(new URL(page, docs), 'utf8')))).join('\n')
const guide = await textOf(['guides/csp.md'])
const examples = (await readdir(new URL('.', import.meta.url), { recursive: true })).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
)
/** Compiled by `npm run test:install`, since Angular and Svelte need an older TypeScript than this repository has. */
const frameworks = '../../../e2e/install/frameworks/'
const serverSamples = '../../server-auth/examples/'

it('every code block of the pages is an example that compiles', async () => {
  const pages = await textOf(samplePages)
  const shown = [...pages.matchAll(/```tsx?(?: [^\n]+)?\n([\s\S]*?)\n```/g)].map(([, code]) => code)
  const compiled = [...examples, `${frameworks}angular/src/header.ts`, `${serverSamples}telegramRoute.ts`]
  const written = await Promise.all(compiled.map(async (file) => (await read(file)).trim()))
  expect(shown.toSorted()).toEqual(written.toSorted())
})

it('the Svelte sample of its guide is the component that Svelte’s compiler checks', async () => {
  const [, sample] = /```svelte src\/Header\.svelte\n([\s\S]*?)\n```/.exec(await textOf(['guides/svelte.md'])) ?? []
  expect(sample).toBe((await read(`${frameworks}svelte/src/Header.svelte`)).trim())
})

it('documents every headless hook, and every member of its result', async () => {
  const page = await textOf(['headless.md'])
  for (const name of Object.keys(headless)) expect(page, name).toContain(`\`${name}`)
  for (const hook of Object.keys(headless).filter((name) => name.startsWith('use'))) {
    const source = await read(`../src/headless/${hook}.ts`)
    const declared = source.slice(source.indexOf(`export type U${hook.slice(1)}Return = {`))
    const members = [...declared.slice(0, declared.indexOf('\n}')).matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name)
    expect(members.length, hook).toBeGreaterThan(3)
    for (const name of members) expect(page, `${hook}: ${name}`).toContain(`\`${name}`)
  }
})

it('documents the policy that every browser test runs under, except for hosts', () => {
  const written = /```http\nContent-Security-Policy: ([^`]+)```/.exec(guide)?.[1] ?? ''
  const plain = written
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (https|wss):\/\/[^\s;]+/g, '')
    // Stricter by this, and one test runs under exactly that: strictHost.
    .replace("; trusted-types 'none'", '')
    .trim()
  expect(plain).toBe(strictPolicy.replace(' blob:', ''))
})
