import { addressGroups, isHex } from '../../ui/Address.tsx'

/** A whole address in groups, with the characters that differ from another's marked, for eyes and for those who listen. */
export function MarkedAddress({ value, marked }: { value: string; marked: readonly boolean[] }) {
  const groups = addressGroups(value)
  let at = 0
  return (
    <bdi className="address address-whole" dir="ltr" data-value={value} data-hex={isHex(value) || undefined}>
      {groups.map((group) => {
        const start = at
        at += group.length
        return (
          <span key={start}>
            {[...group].map((sign, index) => {
              const place = start + index
              return marked[place] ? <mark key={place}>{sign}</mark> : <span key={place}>{sign}</span>
            })}
          </span>
        )
      })}
    </bdi>
  )
}
