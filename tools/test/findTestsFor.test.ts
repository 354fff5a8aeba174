import { describe, expect, it } from 'vitest'
import { findTestsFor, fitInto } from './findTestsFor.ts'

const core = { name: '@x/core', dir: 'packages/core', manifest: {} }
const react = { name: '@x/react', dir: 'packages/react', manifest: {} }

const file = (path: string, imports: string[] = [], types: string[] = []) => {
  const workspace = path.startsWith(core.dir) ? core : react
  const importOf = (typeOnly: boolean) => (to: string) => ({
    typeOnly,
    target: { kind: 'file' as const, path: to, workspace, pastExports: false },
  })
  return { path, workspace, imports: [...imports.map(importOf(false)), ...types.map(importOf(true))] }
}

const modules = [
  file('packages/core/src/fee.ts'),
  file('packages/core/src/fee.test.ts', ['packages/core/src/fee.ts']),
  file('packages/core/src/send.ts', ['packages/core/src/fee.ts']),
  file('packages/core/src/send.test.ts', ['packages/core/src/send.ts']),
  file('packages/core/src/node.int.test.ts'),
  file('packages/react/src/Form.tsx', ['packages/core/src/send.ts']),
  file('packages/react/src/Form.test.tsx', ['packages/react/src/Form.tsx']),
  file('packages/react/src/Button.test.tsx', [], ['packages/core/src/fee.ts']),
]

describe('findTestsFor', () => {
  it('orders tests by their distance in imports, the rest of the workspace last', () => {
    expect(findTestsFor(modules, ['packages/core/src/fee.ts'])).toEqual([
      { path: 'packages/core/src/fee.test.ts', distance: 1 },
      { path: 'packages/core/src/send.test.ts', distance: 2 },
      { path: 'packages/react/src/Form.test.tsx', distance: 3 },
      { path: 'packages/core/src/node.int.test.ts', distance: 1_000 },
    ])
  })

  it('follows no type imports, and finds nothing for a file of the root', () => {
    const paths = findTestsFor(modules, ['packages/core/src/fee.ts']).map(({ path }) => path)
    expect(paths).not.toContain('packages/react/src/Button.test.tsx')
    expect(findTestsFor(modules, ['README.md'])).toEqual([])
  })

  it('terminates on cycles', () => {
    const a = file('packages/core/src/a.ts', ['packages/core/src/b.ts'])
    const b = file('packages/core/src/b.ts', ['packages/core/src/a.ts'])
    expect(findTestsFor([a, b], ['packages/core/src/a.ts'])).toEqual([])
  })
})

describe('fitInto', () => {
  const tests = [
    { path: 'changed', distance: 0 },
    { path: 'near', distance: 1 },
    { path: 'slow', distance: 2 },
    { path: 'far', distance: 3 },
  ]
  const seconds: Record<string, number> = { changed: 50, near: 5, slow: 90, far: 5 }

  it('takes the nearest that fit, and always a changed test', () => {
    expect(fitInto(tests, 60, (path) => seconds[path]!)).toEqual({
      chosen: ['changed', 'near', 'far'],
      leftOut: ['slow'],
    })
    expect(fitInto(tests, 0, (path) => seconds[path]!).chosen).toEqual(['changed'])
  })
})
