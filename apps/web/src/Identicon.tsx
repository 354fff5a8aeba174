import { identiconShapes, type Quarter } from './identiconShapes.ts'

/** A calm two-tone picture of an address, the same everywhere, so that a wrong one looks wrong. */
export function Identicon({ address, size = 40 }: { address: string; size?: number }) {
  const { hue, quarters } = identiconShapes(address)
  return (
    <svg className="identicon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" fill={`hsl(${hue} 28% 84%)`} />
      <g fill={`hsl(${hue} 38% 34%)`}>
        {quarters.map(({ x, y, shape, turn }) => (
          <path key={`${x} ${y}`} d={outline(shape)} transform={`translate(${x} ${y}) rotate(${turn} 5 5)`} />
        ))}
      </g>
    </svg>
  )
}

function outline(shape: Quarter['shape']): string {
  if (shape === 'leaf') return 'M0 0h10a10 10 0 0 1-10 10z'
  if (shape === 'disc') return 'M5 1.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z'
  if (shape === 'bar') return 'M0 0h10v5H0z'
  return ''
}
