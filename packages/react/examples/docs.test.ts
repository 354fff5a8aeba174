import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { elementTable } from '../src/elements/elementTable.ts'
import * as api from '../src/index.ts'
import * as networks from '../src/networks.ts'
import { strictPolicy } from '../test/servePage.ts'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')
const docs = new URL('../../../docs/', import.meta.url)
const guides = (await readdir(new URL('guides/', docs))).map((file) => `guides/${file}`)
const samplePages = ['quick-start.md', 'concepts.md', 'languages.md', ...guides]
const textOf = async (pages: readonly string[]) =>
  (await Promise.all(pages.map((page) => readFile(new URL(page, docs), 'utf8')))).join('\n')
const guide = await textOf([...samplePages, 'reference/options.md', 'reference/components.md'])
const examples = (await readdir(new URL('.', import.meta.url), { recursive: true })).filter((file) =>
  /(?<!\.test)\.tsx?$/.test(file),
)

it('the pages show every example as it compiles, and no code that does not', async () => {
  const pages = await textOf(samplePages)
  const shown = [...pages.matchAll(/```tsx?(?: [^\n]+)?\n([\s\S]*?)\n```/g)].map(([, code]) => code)
  const written = await Promise.all(examples.map(async (file) => (await read(file)).trim()))
  expect(shown.toSorted()).toEqual(written.toSorted())
})

/** Hooks of wagmi and RainbowKit, which their pages name. */
const othersHooks = [
  ...['useAccount', 'useSendTransaction', 'useReadContract'],
  ...['useConnectModal', 'useAccountModal', 'useChainModal'],
]

it('the guide names every hook, component, element, attribute and network, and no hook that is none', () => {
  const names = Object.keys(api).filter((name) => name !== 'AppKitContext')
  const attributes = Object.values(elementTable).flat()
  for (const name of [...names, ...Object.keys(elementTable), ...attributes, ...Object.keys(networks)])
    expect(guide, name).toContain(`\`${name}`)
  const mentioned = [...guide.matchAll(/`(use[A-Z]\w+)/g)].map(([, name]) => name)
  expect(mentioned.filter((name) => name && !(name in api) && !othersHooks.includes(name))).toEqual([])
})

it('the policy in the guide is the one that every browser test runs under, but for its hosts', () => {
  const written = /```http\nContent-Security-Policy: ([^`]+)```/.exec(guide)?.[1] ?? ''
  const plain = written
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (https|wss):\/\/[^\s;]+/g, '')
    // Stricter by this, and one test runs under exactly that: strictHost.
    .replace("; trusted-types 'none'", '')
    .trim()
  expect(plain).toBe(strictPolicy.replace(' blob:', ''))
})
