import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LongestFirst, longest } from './longestFirst.ts'

const root = resolve(import.meta.dirname, '../..')

test('lists only files that exist, once', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(longest).size).toBe(longest.length)
})

test('begins with the longest, and keeps the order of the others', async () => {
  const config = { root, sequence: { groupOrder: 0 }, isolate: true }
  const project = { name: 'integration', config }
  const known = new Map([
    ['b', { failed: false, duration: 9 }],
    ['a', { failed: false, duration: 7 }],
  ])
  const cache = { getTestSpecificationResult: ({ moduleId }: TestSpecification) => known.get(moduleId) }
  const at = (moduleId: string) => ({ moduleId, project }) as unknown as TestSpecification
  const files = ['a', 'b', join(root, longest[1]!), join(root, longest[0]!)].map(at)
  const sorted = await new LongestFirst({ config, cache } as unknown as Vitest).sort(files)
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual([join(root, longest[0]!), join(root, longest[1]!), 'b', 'a'])
})
