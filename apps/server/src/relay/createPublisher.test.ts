import { describe, expect, it, vi } from 'vitest'
import { createPublisher } from './createPublisher.ts'
import { liveBytesOf, type NewMessage } from './mailbox.ts'
import type { Stored } from './publishQueue.ts'

const message = (topic: string): NewMessage => ({
  ...{ topic, hash: 'aa', message: 'text', tag: 1, attestation: null },
  ...{ publisher: 'bb', origin: 'cc', ttlSeconds: 300 },
})
const stored = (topic: string, isNew = true): Stored => ({
  ...{ seq: 1, topic, message: 'text', tag: 1, attestation: null, publisher: 'bb', publishedAt: 0 },
  isNew,
})

function setUp(add: (messages: NewMessage[]) => Promise<Stored[]>) {
  const expiry = { isFull: vi.fn(() => false), hasSpace: vi.fn(async () => false), add: vi.fn() }
  const quotas = { reserve: vi.fn(() => []), settle: vi.fn() }
  return { expiry, quotas, publish: createPublisher({ expiry, quotas, queue: { add } }) }
}

describe('createPublisher', () => {
  it('stores messages and counts the bytes of new ones', async () => {
    const { publish, expiry, quotas } = setUp(async () => [stored('one'), stored('two', false)])
    expect(await publish([message('one'), message('two')])).toHaveLength(2)
    expect(expiry.add.mock.calls).toEqual([[liveBytesOf(message('one'))]])
    expect(quotas.settle).toHaveBeenCalledWith([], true)
  })

  it('rejects messages while the store is full, before it reserves quota', async () => {
    const { publish, expiry, quotas } = setUp(async () => [])
    expiry.isFull.mockReturnValue(true)
    await expect(publish([message('one')])).rejects.toMatchObject({ why: 'mailbox_full' })
    expect(quotas.reserve).not.toHaveBeenCalled()
  })

  it('returns reserved quota if storing fails', async () => {
    const { publish, expiry, quotas } = setUp(() => Promise.reject(new Error('unavailable')))
    await expect(publish([message('one')])).rejects.toThrow('unavailable')
    expect(quotas.settle).toHaveBeenCalledWith([], false)
    expect(expiry.add).not.toHaveBeenCalled()
  })
})
