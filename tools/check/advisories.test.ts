import { expect, it } from 'vitest'
import { advisoriesPath, checkAdvisories, isInRange } from './advisories.ts'
import { writeTree } from './writeTree.ts'

const advisory = { id: 'GHSA-1', package: 'left', range: '>=1.0.0 <1.2.3', title: 'Left leaks' }
const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/left': { version } } })

it('finds a vulnerable version in any lockfile', async () => {
  const root = await writeTree({
    [advisoriesPath]: JSON.stringify([advisory]),
    'package-lock.json': lock('1.2.3'),
    'bench/peers/package-lock.json': lock('1.2.2'),
  })
  expect(await checkAdvisories(root)).toEqual([
    { path: 'bench/peers/package-lock.json', sentence: 'holds left 1.2.2: Left leaks (GHSA-1)' },
  ])
})

it.each([
  ['1.2.2', '>=1.0.0 <1.2.3', true],
  ['1.2.3', '>=1.0.0 <1.2.3', false],
  ['1.2.3-rc.1', '<1.2.3', true],
  ['2.0.0', '<1.0.0 || =2.0.0', true],
  ['2.0.1', '<1.0.0 || =2.0.0', false],
  ['3.1.0', '> 3.0.9', true],
  ['3.1.0', '<=3.1.0', true],
  ['0.0.1', '*', true],
])('places %s in %s: %s', (version, range, isInside) => {
  expect(isInRange(version, range)).toBe(isInside)
})
