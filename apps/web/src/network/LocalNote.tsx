import { useMemo } from 'react'
import { engraving } from './engraving.ts'
import type { ChainState } from './watchChain.ts'
import { waveBand } from './waveBand.ts'

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
