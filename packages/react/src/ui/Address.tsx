/** Six and six with a leader; short texts stay whole. */
export const shortAddress = (address: string, start = 6, end = start): string =>
  address.length <= start + end + 1 ? address : `${address.slice(0, start)}…${address.slice(address.length - end)}`

/** Whether an address begins with `0x`, which makes its first group longer than the others. */
export const isHex = (address: string): boolean => /^0x/i.test(address)

/** The whole address in groups of four, a `0x` kept with the first. */
export function addressGroups(address: string): readonly string[] {
  const prefix = isHex(address) ? address.slice(0, 2) : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  return [`${prefix}${groups[0] ?? ''}`, ...groups.slice(1)]
}

/** An address: short in passing, whole and in groups where a decision is made. Never turned round by the text around it. */
export function Address({
  value,
  whole,
  untitled,
  charsStart,
  charsEnd,
}: {
  value: string
  whole?: boolean
  /** For surroundings that already show the whole address. */
  untitled?: boolean
  charsStart?: number | undefined
  charsEnd?: number | undefined
}) {
  if (!whole)
    return (
      <bdi className="address" dir="ltr" title={untitled ? undefined : value}>
        {shortAddress(value, charsStart, charsEnd)}
      </bdi>
    )
  const groups = addressGroups(value)
  return (
    <bdi className="address address-whole" dir="ltr" data-hex={isHex(value) || undefined}>
      {groups.map((group, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
          key={at}
          className={at === 0 || at === groups.length - 1 ? 'address-edge' : undefined}
        >
          {group}
        </span>
      ))}
    </bdi>
  )
}
