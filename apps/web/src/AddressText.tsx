/** A whole address in groups of four, first and last strong: the form to show where a decision is made. */
export function AddressText({ address }: { address: string }) {
  const groups = [2, 6, 10, 14, 18, 22, 26, 30, 34, 38].map((at) => ({ at, text: address.slice(at, at + 4) }))
  return (
    <bdi className="address" dir="ltr" data-address={address}>
      <span className="address-prefix">0x</span>
      {groups.map(({ at, text }) => (
        <span key={at} className={at === 2 || at === 38 ? 'address-end' : undefined}>
          {text}
        </span>
      ))}
    </bdi>
  )
}
