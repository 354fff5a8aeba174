import { identiconShapes } from './identiconShapes.ts'

/** A calm two-tone image of an address, the same everywhere, so that a wrong address looks different. */
export function Identicon({ address, size = 40 }: { address: string; size?: number }) {
  const { hue, quarters } = identiconShapes(address)
  return (
    <svg className="identicon" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={`hsl(${hue} 30% 86%)`} />
      {quarters.map(({ x, y, turn, lightness }) => (
        <path
          key={`${x} ${y}`}
          d="M0 0H20A20 20 0 0 1 0 20Z"
          fill={`hsl(${hue} 38% ${lightness}%)`}
          transform={`translate(${x} ${y}) rotate(${turn} 10 10)`}
        />
      ))}
    </svg>
  )
}
