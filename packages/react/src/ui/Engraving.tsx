import type { CSSProperties } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './iconPaths.ts'

const [width, height] = [168, 104]
const [middle, centre] = [width / 2, height / 2]

const place: CSSProperties = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  color: 'var(--bf-accent-ink)',
}
const seal: CSSProperties = {
  position: 'absolute',
  display: 'grid',
  placeItems: 'center',
  inlineSize: 48,
  blockSize: 48,
  borderRadius: '50%',
  background: 'var(--bf-paper)',
  boxShadow: '0 0 0 1px color-mix(in srgb, var(--bf-accent-ink) 40%, transparent)',
}

/** A rosette and a band of waves, as banknotes have them, around what is missing. */
export function Engraving({ name }: { name: IconName }) {
  const { rosette, band } = drawingOf(name)
  return (
    <span style={place}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d={band} strokeWidth="0.6" opacity="0.35" />
        <path d={rosette} strokeWidth="0.6" opacity="0.75" />
      </svg>
      <span style={seal}>
        <Icon name={name} size={28} />
      </span>
    </span>
  )
}

type Drawing = { rosette: string; band: string }
const drawings = new Map<string, Drawing>()

/** The petals follow from the name: each state has a drawing of its own, and always the same. */
function drawingOf(name: string): Drawing {
  const known = drawings.get(name)
  if (known) return known
  const seed = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const drawing = { rosette: rosetteOf(7 + (seed % 5), 2 + (seed % 3)), band: bandOf(3 + (seed % 3)) }
  drawings.set(name, drawing)
  return drawing
}

function rosetteOf(petals: number, inner: number): string {
  const [loops, steps, depth, reach] = [8, 120, 0.17, 50]
  return times(loops, (loop) => {
    const phase = (loop / loops) * Math.PI * 2
    return line(steps, (step) => {
      const angle = (step / steps) * Math.PI * 2
      const wave = Math.sin(petals * angle + phase) * depth + Math.sin(inner * angle - phase) * depth * 0.4
      const radius = (reach * (0.74 + wave)) / (0.74 + depth * 1.4)
      return [middle + radius * Math.cos(angle), centre + radius * Math.sin(angle)]
    }).concat('Z')
  })
}

function bandOf(waves: number): string {
  const [lines, steps] = [9, 84]
  return times(lines, (nth) => {
    const phase = (nth / lines) * Math.PI * 2
    return line(steps, (step) => {
      const along = step / (steps - 1)
      const swell = Math.sin(along * Math.PI) * 22
      return [along * width, centre + Math.sin(along * Math.PI * 2 * waves + phase) * swell]
    })
  })
}

const times = (count: number, draw: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => draw(nth)).join('')
const line = (steps: number, at: (step: number) => readonly [x: number, y: number]) =>
  `M${Array.from({ length: steps }, (_, step) =>
    at(step)
      .map((part) => part.toFixed(1))
      .join(' '),
  ).join('L')}`
