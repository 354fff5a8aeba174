import type { Ledger } from './ledger.ts'

/** Confirmations after which a transaction counts as final. */
const finalDepth = 6

/**
 * Mines while anything is pending or the newest transaction is not final; then the chain rests, and its journal does
 * not grow.
 */
export function startBlockTimer(ledger: Ledger, seconds: number) {
  let timer: NodeJS.Timeout | undefined
  let lastUsed = 0

  const isWanted = () => {
    const height = ledger.height()
    for (let at = height; at > Math.max(lastUsed, height - finalDepth); at -= 1)
      if ((ledger.blockAt(at)?.txs.length ?? 0) > 1) lastUsed = Math.max(lastUsed, at)
    return ledger.index.waiting().length > 0 || (lastUsed > 0 && height < lastUsed + finalDepth - 1)
  }

  const timed = {
    /** Seconds between blocks; 0 mines only on request. */
    set(every: number) {
      clearInterval(timer)
      timer = every > 0 ? setInterval(() => isWanted() && void ledger.mine(), every * 1000) : undefined
    },
    stop: () => clearInterval(timer),
  }
  timed.set(seconds)
  return timed
}

export type BlockTimer = ReturnType<typeof startBlockTimer>
