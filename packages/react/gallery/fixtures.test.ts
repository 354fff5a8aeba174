import { expect, test } from 'vitest'
import { viewMap } from '../src/modal/viewMap.ts'
import { fixtures } from './fixtures.ts'

test('every view of the modal is in the gallery', () => {
  const shown = new Set<string>(fixtures.map(({ view }) => view))
  expect(Object.keys(viewMap).filter((view) => !shown.has(view))).toEqual([])
})

test('every state has an address of its own', () => {
  const ids = fixtures.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
})
