import { identiconShapes } from './identiconShapes.ts'

/** The face of an address: the same everywhere it appears. */
export function Identicon({ address, size = 40 }: { address: string; size?: number }) {
  const { hue, cells } = identiconShapes(address)
  return (
    <svg className="identicon" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={`hsl(${hue} 32% 84%)`} />
      {cells.map(({ x, y, turn, kind }) => (
        <g
          key={`${x}${y}`}
          fill={`hsl(${hue} 40% 32%)`}
          transform={`translate(${x * 10} ${y * 10}) rotate(${turn} 5 5)`}
        >
          {kind === 'arc' ? <path d="M0 0h10a10 10 0 0 1-10 10z" /> : null}
          {kind === 'square' ? <path d="M0 0h10v10H0z" /> : null}
          {kind === 'dot' ? <circle cx="5" cy="5" r="3.2" /> : null}
        </g>
      ))}
    </svg>
  )
}
