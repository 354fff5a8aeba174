/** A whole address in groups of four, first and last strong: the form to show before a decision. */
export function AddressText({ address }: { address: string }) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const rest = address.slice(prefix.length)
  const groups = Array.from({ length: Math.ceil(rest.length / 4) }, (_, at) => ({
    at,
    text: rest.slice(at * 4, at * 4 + 4),
  }))
  return (
    <bdi className="address" dir="ltr" data-address={address}>
      {prefix && <span className="address-prefix">{prefix}</span>}
      {groups.map(({ at, text }) => (
        <span key={at} className={at === 0 || at === groups.length - 1 ? 'address-end' : undefined}>
          {text}
        </span>
      ))}
    </bdi>
  )
}
