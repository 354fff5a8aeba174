import { addressGroups, isHex, shortAddress } from './shortAddress.ts'

/** An address: short in passing, whole and in groups where a decision is made. Never turned round by the text around it. */
export function Address({
  value,
  whole,
  charsStart,
  charsEnd,
}: {
  value: string
  whole?: boolean
  charsStart?: number | undefined
  charsEnd?: number | undefined
}) {
  if (!whole)
    return (
      <bdi className="address" dir="ltr" title={value}>
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
