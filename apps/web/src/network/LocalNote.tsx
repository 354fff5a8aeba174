import { useMemo } from 'react'
import { engraving } from './engraving.ts'
import type { ChainState } from './watchChain.ts'

/** The newest block as a banknote: engraved from its hash, its number the serial, with a short explanation. */
export function LocalNote({ state: { chain, heads } }: { state: ChainState }) {
  const head = heads.at(-1)
  const hash = head?.hash ?? ''
  const band = useMemo(() => waveBand(hash, 456, 96), [hash])
  const rosette = useMemo(() => engraving(hash, 74), [hash])
  if (!head) return null
  return (
    <figure className="note">
      <svg viewBox="0 0 480 220" aria-hidden="true">
        <rect className="note-edge" x="1" y="1" width="478" height="218" rx="10" />
        <rect className="note-frame" x="10" y="10" width="460" height="200" rx="4" />
        <path className="note-band" d={band} transform="translate(12 62)" />
        <circle className="note-ground" cx="352" cy="110" r="80" />
        <path className="note-rosette" d={rosette} transform="translate(278 36)" />
        <text className="note-name" x="26" y="38">
          {chain.name.toUpperCase()}
        </text>
        <text className="note-serial" x="26" y="196">
          {`${chain.id} · ${head.number.toString().padStart(6, '0')}`}
        </text>
        <text className="note-small" x="454" y="201" textAnchor="end">
          {`${hash.slice(0, 10)}…${hash.slice(-8)}`}
        </text>
      </svg>
      <figcaption className="quiet">
        The newest block of {chain.name}, drawn from its hash. Each block draws another.
      </figcaption>
    </figure>
  )
}

/** A band of interlaced waves in the style of engravers; its rhythm comes from a block's hash. */
export function waveBand(hash: string, width: number, height: number): string {
  const byte = (index: number) => Number.parseInt(hash.slice(2 + index * 2, 4 + index * 2), 16) || 0
  const slow = 1.5 + (byte(28) % 4) / 2
  const fast = 5 + (byte(27) % 5)
  const lines = 12
  const steps = 120
  const band: string[] = []
  for (let line = 0; line < lines; line++) {
    const phase = (line / lines) * Math.PI * 2
    const points: string[] = []
    for (let step = 0; step <= steps; step++) {
      const along = (step / steps) * Math.PI * 2
      const swell = 0.34 + 0.14 * Math.cos(along * 2)
      const wave = Math.sin(slow * along + phase) * swell + Math.sin(fast * along - phase) * (0.48 - swell) * 0.5
      points.push(`${((step / steps) * width).toFixed(1)} ${(height / 2 + wave * height).toFixed(1)}`)
    }
    band.push(`M${points.join('L')}`)
  }
  return band.join('')
}
