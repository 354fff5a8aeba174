import { expect, it } from 'vitest'
import { fixtures } from './fixtures.ts'
import { transitions } from './transitions.ts'

it('begins every transition at a state of the gallery', () => {
  const known = new Set(fixtures.map(({ id }) => id))
  expect(transitions.filter(({ from }) => !known.has(from))).toEqual([])
})
