import { expect, test } from 'vitest'
import { networksOf, rateLimitKey } from './rateLimitKey.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'unknown'],
  ['999.0.0.1', 'unknown'],
  ['::zz', 'unknown'],
  [undefined, 'unknown'],
])('counts %s as %s', (address, counted) => expect(rateLimitKey(address)).toBe(counted))

test.each([
  ['203.0.113.9', ['203.0.113.9 1', '203.0.113.0/24 16']],
  ['2001:db8:1:2fe::/64', ['2001:db8:1:2fe::/64 1', '2001:db8:1:200::/56 4', '2001:db8:1::/48 16']],
  ['2001:db8:0:0::/64', ['2001:db8:0:0::/64 1', '2001:db8:0:0::/56 4', '2001:db8:0::/48 16']],
  ['unknown', ['unknown 1']],
])('counts %s in the networks %s', (client, networks) =>
  expect(networksOf(client).map(({ name, times }) => `${name} ${times}`)).toEqual(networks),
)
