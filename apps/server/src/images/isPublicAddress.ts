import { BlockList, isIP } from 'node:net'

/** Addresses outside the public internet: this machine, its network, and reserved ranges (RFC 6890). */
const own = new BlockList()
for (const [net, bits] of [
  ...[['0.0.0.0', 8] as const, ['10.0.0.0', 8] as const, ['100.64.0.0', 10] as const, ['127.0.0.0', 8] as const],
  ...[['169.254.0.0', 16] as const, ['172.16.0.0', 12] as const, ['192.0.0.0', 24] as const],
  ...[['192.0.2.0', 24] as const, ['192.88.99.0', 24] as const, ['192.168.0.0', 16] as const],
  ...[['198.18.0.0', 15] as const, ['198.51.100.0', 24] as const, ['203.0.113.0', 24] as const],
  ...[['224.0.0.0', 4] as const, ['240.0.0.0', 4] as const],
])
  own.addSubnet(net, bits, 'ipv4')

/** Of IPv6 only global unicast, without the ranges that map to IPv4 or documentation. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const own6 = new BlockList()
for (const [net, bits] of [['2001::', 23] as const, ['2001:db8::', 32] as const, ['2002::', 16] as const])
  own6.addSubnet(net, bits, 'ipv6')

/** Whether an address is a public one. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !own.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !own6.check(address, 'ipv6')
}
