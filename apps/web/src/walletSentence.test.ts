import { expect, test } from 'vitest'
import { walletSentence } from './walletSentence.ts'

test.each([
  [{ code: 4001 }, 'You said no in Fox.'],
  [{ code: -32002 }, 'Fox already has a question open.'],
  [{ code: 4100 }, 'Fox is locked'],
  [{ code: 12345 }, 'Fox could not connect.'],
  [undefined, 'Fox could not connect.'],
  ['no', 'Fox could not connect.'],
])('%o', (e, start) => {
  expect(walletSentence(e, 'Fox').startsWith(start)).toBe(true)
})
