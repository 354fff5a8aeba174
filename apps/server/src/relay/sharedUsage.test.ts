import { describe, expect, it } from 'vitest'
import { type AddressRecord, count, createAddresses, hasRoomFor, takeOf } from './addresses.ts'
import { createSharedUsage } from './sharedUsage.ts'
import { createSubscribers } from './subscribers.ts'

const perMinute = (limit: number) => ({ limit, windowMs: 60_000 })
const config = {
  ...{ addressUpgrades: perMinute(100), addressRequests: perMinute(100), addressBytes: perMinute(1_000) },
  ...{ clientRequests: perMinute(100), projectRequests: perMinute(100), addressSockets: 10, addressTopics: 100 },
}

function startNode(salt = 'salt') {
  const addresses = createAddresses(Buffer.from(salt))
  const usage = createSharedUsage({ addresses, subscribers: createSubscribers(), config })
  return { addresses, usage }
}
const [one, two] = ['203.0.113.1', '203.0.113.2']

function takeAll(address: AddressRecord, now: number) {
  let taken = 0
  while (takeOf(address, 'requests', config.addressRequests, 1, now)) taken++
  return taken
}

describe('usage that nodes share', () => {
  it('counts requests of an address on every node, even before it comes there', () => {
    const [a, b, now] = [startNode(), startNode(), Date.now()]
    expect(takeAll(a.addresses.of(one), now)).toBe(100)
    b.usage.read('a', a.usage.write()!, now)
    expect(takeAll(b.addresses.of(one), now)).toBe(0)
    expect(takeAll(b.addresses.of(two), now)).toBe(100)
    // Reported once.
    expect(a.usage.write()).toBeUndefined()
    // Its own usage alone: reported usage is not reported back.
    expect(JSON.parse(b.usage.write()!).addresses).toHaveLength(2)
    expect(takeAll(b.addresses.of(one), now + 60_001)).toBe(100)
  })

  it('counts what a whole network uses on all nodes', () => {
    const nodes = [startNode(), startNode(), startNode()]
    const now = Date.now()
    let taken = 0
    // Sixteen times one address’s limit for a /24, whichever nodes its addresses use.
    for (let i = 1; i < 60; i++) {
      const node = nodes[i % nodes.length]!
      taken += takeAll(node.addresses.of(`203.0.113.${i}`), now)
      const text = node.usage.write()
      if (text) for (const other of nodes) if (other !== node) other.usage.read(`${i % nodes.length}`, text, now)
    }
    expect(taken).toBeGreaterThan(1_500)
    expect(taken).toBeLessThan(1_700)
  })

  it('counts open sockets of other nodes until they are gone or silent', () => {
    const [a, b, now] = [startNode(), startNode(), Date.now()]
    count(a.addresses.of(one), 'sockets', 8)
    b.usage.read('a', a.usage.write()!, now)
    const here = b.addresses.of(one)
    expect(hasRoomFor(here, 'sockets', 2, config.addressSockets)).toBe(true)
    expect(hasRoomFor(here, 'sockets', 3, config.addressSockets)).toBe(false)
    b.usage.read('a', a.usage.write()!, now - 6_000)
    expect(hasRoomFor(here, 'sockets', 3, config.addressSockets)).toBe(true)
  })

  it('ignores reports that are malformed or of another relay', () => {
    const [a, now] = [startNode(), Date.now()]
    for (const text of [
      '',
      '{',
      '{}',
      '{"addresses":[["x",1,1,1,1,1]],"clients":[],"projects":[]}',
      '{"addresses":[],"clients":[[1]],"projects":[]}',
    ])
      a.usage.read('b', text, now)
    const other = startNode('another salt')
    takeAll(other.addresses.of(one), now)
    a.usage.read('b', other.usage.write()!, now)
    expect(takeAll(a.addresses.of(one), now)).toBe(100)
  })

  it('is never more debt than ten minutes', () => {
    const [a, b, now] = [startNode(), startNode(), Date.now()]
    takeAll(a.addresses.of(one), now)
    const text = a.usage.write()!
    for (let i = 0; i < 50; i++) b.usage.read('a', text, now)
    expect(takeAll(b.addresses.of(one), now + 11 * 60_000)).toBe(100)
  })
})
