import { useMemo } from 'react'
import { engraving } from './engraving.ts'

/** The newest block's rosette: an ornament unique to this chain and block. */
export function Engraving({ hash, size }: { hash: string; size: number }) {
  const path = useMemo(() => engraving(hash, size / 2), [hash, size])
  return (
    <svg className="engraving" width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
