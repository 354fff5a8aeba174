import * as fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { checkValueCycles, knots } from './valueCycles.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

const roots: string[] = []
afterEach(() => Promise.all(roots.splice(0).map(removeTree)))

async function problems(files: Record<string, string>) {
  const root = await writeTree({ ...manifests(), ...files })
  roots.push(root)
  return checkValueCycles(root)
}
const file = (...imports: string[]) => `${imports.map((from) => `import '${from}'\n`).join('')}export const x = 1\n`

test('finds and draws a cycle across packages', async () => {
  const reported = await problems({
    'packages/core/src/a.ts': file('@billfold/protocol/b'),
    'packages/protocol/src/b.ts': file('./c.ts'),
    'packages/protocol/src/c.ts': `export const later = () => import('../../core/src/a.ts')\n`,
    'packages/core/src/free.ts': file('./a.ts'),
  })
  expect(reported).toEqual([
    {
      path: 'packages/core/src/a.ts',
      line: 1,
      sentence:
        'is in a cycle of imports, types included: packages/core/src/a.ts → packages/protocol/src/b.ts → packages/protocol/src/c.ts → packages/core/src/a.ts',
    },
  ])
})

test('finds a file that imports itself, and cycles of types in core', async () => {
  expect(await problems({ 'packages/core/src/a.ts': file('./a.ts') })).toHaveLength(1)
  const types = `import type { B } from './b.ts'\nexport type A = B\n`
  expect(await problems({ 'packages/react/src/a.ts': types, 'packages/react/src/b.ts': file('./a.ts') })).toEqual([])
  expect(await problems({ 'packages/core/src/a.ts': types, 'packages/core/src/b.ts': file('./a.ts') })).toHaveLength(1)
})

test('cycles contain exactly the nodes that reach themselves', () => {
  const graph = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 20 })
  fc.assert(
    fc.property(graph, (pairs) => {
      const edges = new Map(Array.from({ length: 8 }, (_, node) => [String(node), [] as string[]]))
      for (const [from, to] of pairs) edges.get(String(from))?.push(String(to))
      const reaches = (from: string, to: string) => {
        const seen = new Set<string>()
        const queue = [...(edges.get(from) ?? [])]
        for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
          if (seen.has(node)) continue
          seen.add(node)
          queue.push(...(edges.get(node) ?? []))
        }
        return seen.has(to)
      }
      const cycles = knots(edges)
      expect(cycles.flat().sort()).toEqual([...edges.keys()].filter((node) => reaches(node, node)).sort())
      for (const knot of cycles)
        for (const a of knot) for (const b of knot) if (a !== b) expect(reaches(a, b)).toBe(true)
    }),
  )
})
