import { afterEach, describe, expect, test } from 'vitest'
import { checkImportBorders } from './importBorders.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

const roots: string[] = []
afterEach(() => Promise.all(roots.splice(0).map(removeTree)))

async function sentences(files: Record<string, string>): Promise<string[]> {
  const root = await writeTree({ ...manifests(), ...files })
  roots.push(root)
  return (await checkImportBorders(root)).map(({ path, line, sentence }) => `${path}:${line} ${sentence}`)
}

const protocol = { 'packages/protocol/src/error.ts': 'export const errors = 1\n' }
const store = { 'packages/core/src/store.ts': 'export const store = 1\nexport type State = number\n' }

describe('between packages', () => {
  test('allows the imports of the table', async () => {
    expect(
      await sentences({
        ...protocol,
        ...store,
        'packages/core/src/a.ts': `import { errors } from '@billfold/protocol/error'\nexport const a = errors\n`,
        'packages/react/src/b.ts': `import { store } from '@billfold/core/store'\nexport const b = store\n`,
      }),
    ).toEqual([])
  })

  test('a test may import the program finder of the tools but nothing else of them, and code may not', async () => {
    const ask = `import { need } from '../../../tools/test/needProgram.ts'\nexport const a = need\n`
    expect(
      await sentences({
        'tools/test/needProgram.ts': 'export const need = 1\n',
        'tools/test/steps.ts': 'export const need = 1\n',
        'packages/core/test/a.ts': ask,
        'packages/core/test/b.ts': ask.replace('needProgram', 'steps'),
        'packages/core/src/c.ts': ask,
      }),
    ).toEqual([
      'packages/core/src/c.ts:1 imports ../../../tools/test/needProgram.ts, which lies outside every package',
      'packages/core/test/b.ts:1 imports ../../../tools/test/steps.ts, which lies outside every package',
    ])
  })

  test.each([
    [
      'apps/server/src/a.ts',
      `\nimport { store } from '@billfold/core/store'`,
      'imports @billfold/core: apps/server may import',
    ],
    [
      'packages/protocol/src/a.ts',
      `\nexport * from '@billfold/core/store'`,
      'packages/protocol may import nothing of ours',
    ],
    [
      'packages/testkit/src/a.ts',
      `\nawait import('@billfold/core/store')`,
      'packages/testkit may import packages/protocol',
    ],
    ['packages/core/src/a.tsx', `\nimport 'react'`, 'imports react, which packages/core does not declare'],
    ['packages/core/src/a.ts', `\nimport { readFile } from 'node:fs'`, 'runs in a browser'],
    [
      'packages/protocol/src/a.ts',
      `\nimport * as z from 'zod'`,
      'imports zod: packages/protocol may import zod/mini, @noble/',
    ],
    [
      'packages/core/src/features/swap/a.ts',
      `\nimport { isAddress } from 'viem'`,
      'chain libraries are imported in core',
    ],
    ['packages/react/src/views/a.tsx', `\nimport { isAddress } from 'viem'`, 'chain libraries are imported in core'],
    [
      'packages/react/src/b.ts',
      `\nimport { store } from '../../core/src/store.ts'`,
      'past the exports of @billfold/core',
    ],
    ['packages/react/src/b.ts', `\nimport type { State } from '../../core/src/store.ts'`, 'past the exports'],
    ['tools/a.ts', `\nimport { store } from '@billfold/core/store'`, 'tools check and start the packages'],
  ])('%s: %s', async (path, text, problem) => {
    const problems = await sentences({ ...protocol, ...store, [path]: text })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
    expect(problems[0]).toContain(`${path}:2 `)
  })

  test('a type-only import is free, an inline type among values is not', async () => {
    expect(
      await sentences({
        ...store,
        'apps/server/src/a.ts': `import type { State } from '@billfold/core/store'\nexport type A = State\n`,
      }),
    ).toEqual([])
    expect(
      await sentences({
        ...store,
        'apps/server/src/a.ts': `import { type State } from '@billfold/core/store'\nexport type A = State\n`,
      }),
    ).toHaveLength(1)
  })

  test('imports in comments, strings and JSX text are not imports', async () => {
    const text = `// import 'react'\nconst a = "import 'react'"\nexport const B = () => <p>don't import 'react' from \`x\`</p>\n`
    expect(await sentences({ 'packages/react/src/b.tsx': text })).toEqual([])
  })

  test('a test may import what its package declares, and the tools of the root', async () => {
    const text = `import { store } from '@billfold/core/store'\nimport { test } from 'vitest'\ntest('x', () => void store)\n`
    expect(await sentences({ ...store, 'apps/server/src/a.test.ts': text })).toEqual([])
    expect(await sentences({ ...store, 'packages/testkit/src/a.test.ts': text })).toHaveLength(1)
    const harness = `import { createServer } from 'node:http'\nimport 'vitest'\nexport const serve = createServer\n`
    expect(await sentences({ 'packages/react/test/serve.ts': harness })).toEqual([])
    expect(await sentences({ 'packages/react/src/serve.ts': harness })).toHaveLength(2)
  })

  test('reports a file that does not parse', async () => {
    expect((await sentences({ 'packages/core/src/a.ts': 'const = 1' }))[0]).toContain('cannot be parsed')
  })
})

describe('inside core', () => {
  const chain = { 'packages/core/src/chains/chain.ts': 'export const interfaceOf = 1\n' }
  const evm = {
    'packages/core/src/chains/eip155/evm.ts': `import { isAddress } from 'viem'\nexport const evm = isAddress\n`,
  }
  const send = {
    'packages/core/src/features/send/send.ts':
      'export async function sendTokens(kit: unknown) {}\nexport const total = (state: number) => state\nexport const feeQuery = (kit: unknown) => ({})\n',
  }

  test('a feature may take the interface, never a family', async () => {
    const feature = (from: string) => ({
      'packages/core/src/features/swap/a.ts': `import * as x from '${from}'\nexport const a = x\n`,
    })
    expect(await sentences({ ...chain, ...feature('../../chains/chain.ts') })).toEqual([])
    const problems = await sentences({ ...evm, ...feature('../../chains/eip155/evm.ts') })
    expect(problems.join()).toContain('never a family or a connector')
  })

  test('a family may take its interface, ports and its own files, nothing else of core', async () => {
    const ports = { 'packages/core/src/ports/http.ts': 'export const http = 1\n' }
    const family = (from: string) => ({
      'packages/core/src/chains/eip155/a.ts': `import * as x from '${from}'\nexport const a = x\n`,
    })
    const files = {
      ...chain,
      ...evm,
      ...store,
      ...ports,
      'packages/core/src/chains/solana/sol.ts': 'export const sol = 1\n',
    }
    for (const free of ['../chain.ts', './evm.ts', '../../ports/http.ts'])
      expect(await sentences({ ...files, ...family(free) })).toEqual([])
    for (const barred of ['../../store.ts', '../solana/sol.ts'])
      expect((await sentences({ ...files, ...family(barred) })).join()).toContain('an adapter may import')
  })

  test.each([
    ['rpc/a.ts', '../features/swap/a.ts', true],
    ['model/a.ts', '../store/a.ts', true],
    ['connectors/a.ts', '../wc/a.ts', false],
    ['features/swap/a.ts', '../../rpc/a.ts', false],
  ])('a room imports nothing from a room above, not even types: %s from %s', async (path, from, isUp) => {
    const target = `packages/core/src/${from.replace(/^(\.\.\/)+/, '')}`
    const found = await sentences({
      [target]: 'export type A = number\n',
      [`packages/core/src/${path}`]: `import type { A } from '${from}'\nexport type B = A\n`,
    })
    expect(found.join().includes('its room is above this one')).toBe(isUp)
  })

  test('a feature may take another one’s selectors and queries, never its actions', async () => {
    const swap = (names: string) => ({
      'packages/core/src/features/swap/a.ts': `import { ${names} } from '../send/send.ts'\nexport const a = [${names}]\n`,
    })
    expect(await sentences({ ...send, ...swap('total, feeQuery') })).toEqual([])
    expect((await sentences({ ...send, ...swap('sendTokens') })).join()).toContain(
      'imports sendTokens, an action of send',
    )
  })

  test('only reactions and the composition root take the actions of several features', async () => {
    const swap = { 'packages/core/src/features/swap/swap.ts': 'export const startSwap = async (kit: unknown) => kit\n' }
    const text = `import { sendTokens } from './features/send/send.ts'\nimport { startSwap } from './features/swap/swap.ts'\nexport const a = [sendTokens, startSwap]\n`
    expect(
      await sentences({
        ...send,
        ...swap,
        'packages/core/src/reactions/a.ts': text.replaceAll('./features', '../features'),
      }),
    ).toEqual([])
    expect((await sentences({ ...send, ...swap, 'packages/core/src/other.ts': text })).join()).toContain(
      'actions of several features',
    )
  })
})

describe('inside react', () => {
  test('ui imports nothing of ours, and views do not fetch', async () => {
    const button = {
      'packages/react/src/ui/Button.tsx': `import { modal } from '../modal/modal.ts'\nexport const B = () => modal\n`,
    }
    const modal = { 'packages/react/src/modal/modal.ts': 'export const modal = 1\n' }
    expect((await sentences({ ...modal, ...button })).join()).toContain('ui/ knows nothing of the kit')
    const view = (call: string) => ({ 'packages/react/src/views/Swap.tsx': `export const load = () => ${call}\n` })
    expect((await sentences(view(`fetch('/x')`))).join()).toContain('Swap.tsx:1 calls fetch')
    expect((await sentences(view(`window.fetch('/x')`))).join()).toContain('calls fetch')
    expect(await sentences(view(`query.fetch('/x')`))).toEqual([])
  })
})
