import { expect, test } from 'vitest'
import { fillMessage } from './fillMessage.ts'

test('replaces every placeholder, and reads none in a value', () => {
  const values: Record<string, string> = { name: '{site}', site: 'shop.example' }
  expect(fillMessage('{name} at {site}, item #{name}', (name) => values[name] ?? '')).toBe(
    '{site} at shop.example, item #{site}',
  )
})
