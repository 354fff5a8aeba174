/** A whole address in groups of four, first and last strong: the form to show where a decision is made. */
export function AddressText({ address }: { address: string }) {
  const places = [2, 6, 10, 14, 18, 22, 26, 30, 34, 38]
  return (
    <bdi className="address" dir="ltr" data-address={address}>
      <span className="address-prefix">0x</span>
      {places.map((at) => (
        <span key={at} className={at === 2 || at === 38 ? 'address-end' : undefined}>
          {address.slice(at, at + 4)}
        </span>
      ))}
    </bdi>
  )
}
