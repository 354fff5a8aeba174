import { useNow } from '../useNow.ts'
import type { ChainState } from './watchChain.ts'

const staleAfterMs = 6_000

/** The chain's connection: live, polled every two seconds, or silent, and for how long. */
export function WireNote({ state: { wire, heardAt } }: { state: ChainState }) {
  const silence = useNow() - heardAt
  if (heardAt === 0) return <p className="wire">Waiting…</p>
  if (silence > staleAfterMs) return <p className="wire wire-silent">No answer for {Math.floor(silence / 1_000)} s</p>
  if (wire === 'polling') return <p className="wire">Polls every 2 s</p>
  return <p className="wire wire-live">Live</p>
}
