import { describe, expect, it } from 'vitest'
import { readAnnouncement, writeAnnouncement } from './announcement.ts'

const topic = 'ab'.repeat(32)
const stored = {
  ...{ seq: 7, topic, message: 'c2VhbGVk+/=_-', tag: 1108, attestation: null, publisher: 'cd'.repeat(32) },
  publishedAt: 1_700_000_000_000,
}
const row = [7, stored.publisher, stored.publishedAt, 1108, null, stored.message]

describe('an announcement', () => {
  it('carries numbers and messages', () => {
    const messages = [
      { topic, seq: 3 },
      { topic, seq: 7, message: stored },
    ]
    expect(readAnnouncement(topic, writeAnnouncement('me', messages))).toEqual({ from: 'me', messages })
  })

  it.each([
    ['no JSON', '{'],
    ['another form', '{"from":"me"}'],
    ['no sender', JSON.stringify([1, [7]])],
    ['an invalid number', JSON.stringify(['me', ['7']])],
    ['a message that would end a frame', JSON.stringify(['me', row.with(5, 'a","b":"')])],
    ['a publisher that is no key', JSON.stringify(['me', row.with(1, 'zz')])],
    ['a time that is no number', JSON.stringify(['me', row.with(2, '0')])],
    ['a tag that is no number', JSON.stringify(['me', row.with(3, 'x')])],
    ['an attestation that is no text', JSON.stringify(['me', row.with(4, 1)])],
  ])('is ignored if it has %s', (_, text) => {
    expect(readAnnouncement(topic, text)).toBeUndefined()
  })
})
