/** A price's recent course, without axes: the number beside it is the scale. */
export function Sparkline({ values, label }: { values: readonly bigint[]; label: string }) {
  const width = 72
  const height = 20
  return (
    <svg
      className="spark"
      width={width}
      height={height + 4}
      viewBox={`-1 -2 ${width + 2} ${height + 4}`}
      role="img"
      aria-label={label}
    >
      <path d={sparkPath(values, width, height)} />
    </svg>
  )
}

/** The line of a small chart: integer values, oldest first, in a box of `width` by `height`, newest at the end. */
export function sparkPath(values: readonly bigint[], width: number, height: number): string {
  if (values.length < 2) return ''
  const low = values.reduce((a, b) => (b < a ? b : a))
  const high = values.reduce((a, b) => (b > a ? b : a))
  const span = high - low
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width
      // Only the position on screen, a share of a thousand, becomes a float.
      const share = span === 0n ? 500 : Number(((value - low) * 1000n) / span)
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(height - (share / 1000) * height).toFixed(1)}`
    })
    .join('')
}
