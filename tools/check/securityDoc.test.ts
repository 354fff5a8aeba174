import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n')

/** The last column of each row in the tables of promises and their tests. */
function shownBy(): string[] {
  const cells: string[] = []
  let isShown = false
  for (const line of lines) {
    const last = line.startsWith('|') ? (line.split('|').at(-2) ?? '').trim() : undefined
    if (last === undefined) isShown = false
    else if (last === 'shown by') isShown = true
    else if (isShown && !/^-+$/.test(last)) cells.push(last)
  }
  return cells
}

it('names a test for each promise, or a dash if no test can show it', () => {
  const cells = shownBy()
  expect(cells.length).toBeGreaterThan(40)
  expect(cells.filter((cell) => cell !== '–' && !/`[^`]+\.(?:test|e2e|hostile)\.tsx?`/.test(cell))).toEqual([])
})

it('names no test that does not exist', () => {
  const named = new Set(shownBy().flatMap((cell) => [...cell.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, path]) => path!)))
  expect(named.size).toBeGreaterThan(40)
  expect([...named].filter((path) => !existsSync(join(root, path)))).toEqual([])
})
