import { expect, test } from 'vitest'
import { readFrameMessage, writeEvent } from './frameMessages.ts'

test('takes a height that a frame may have, and no other', () => {
  const size = (height: unknown) => readFrameMessage({ type: '@w3m-frame/SIZE', payload: { height } })
  const event = { name: 'SIZE', payload: { height: 512 } } as const
  expect(readFrameMessage(writeEvent(event))).toEqual({ kind: 'event', event })
  for (const height of [0, 399, 721, 1e9, 500.5, '500', undefined]) expect(size(height)).toBeUndefined()
})
