/** Six and six with a leader; short texts stay whole. */
export const shortAddress = (address: string, start = 6, end = start): string =>
  address.length <= start + end + 1 ? address : `${address.slice(0, start)}…${address.slice(address.length - end)}`

/** The whole address in groups of four, a `0x` kept with the first. */
export function addressGroups(address: string): readonly string[] {
  const prefix = /^0x/i.test(address) ? address.slice(0, 2) : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  return [`${prefix}${groups[0] ?? ''}`, ...groups.slice(1)]
}
