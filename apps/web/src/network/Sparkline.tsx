import { sparkPath } from './sparkPath.ts'

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
