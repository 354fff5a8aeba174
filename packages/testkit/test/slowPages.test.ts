import { expect, test } from 'vitest'
import { readSlowness } from './slowPages.ts'

test('leaves pages at full speed by default, and rejects a non-number in one sentence', () => {
  expect(readSlowness({})).toEqual({ times: 1, lateMs: 0 })
  expect(readSlowness({ BILLFOLD_SLOW_PAGE: '6', BILLFOLD_LATE_FILES: '800' })).toEqual({ times: 6, lateMs: 800 })
  expect(() => readSlowness({ BILLFOLD_SLOW_PAGE: 'very' })).toThrow(
    'BILLFOLD_SLOW_PAGE must be a number from 1 up, not "very".',
  )
})
