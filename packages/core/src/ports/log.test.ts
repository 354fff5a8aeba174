import { afterEach, expect, test, vi } from 'vitest'
import { consoleLog } from './log.ts'

afterEach(() => vi.restoreAllMocks())

test('writes errors to the console, and the rest at debug level', () => {
  const [error, info, log, debug] = (['error', 'info', 'log', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockReturnValue(),
  )
  consoleLog.info('not an error', 1)
  expect([error, info, log].map((spy) => spy?.mock.calls.length)).toEqual([0, 0, 0])
  expect(debug?.mock.calls).toEqual([['not an error', 1]])
  consoleLog.error('an error', 2)
  expect(error?.mock.calls).toEqual([['an error', 2]])
})
