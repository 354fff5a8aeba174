import { useEffect, useState } from 'react'
import { useKit } from './KitContext.ts'

/** An app that opens covers the page sooner. */
const openingMs = 2_000

/**
 * Whether the app of the latest press (`presses` counts them) did not open: the page stayed in front. An app that opens
 * after all, for example once the visitor has allowed it, clears it.
 */
export function useUnopened(presses: number): boolean {
  const { clock } = useKit().ports
  const [unopened, setUnopened] = useState(0)
  useEffect(() => {
    if (presses === 0) return
    const stop = clock.after(openingMs, () => setUnopened(presses))
    const onLeave = () => {
      if (document.visibilityState === 'visible' && document.hasFocus()) return
      stop()
      setUnopened(0)
    }
    const gone = () => {
      stop()
      setUnopened(0)
    }
    document.addEventListener('visibilitychange', onLeave)
    window.addEventListener('blur', onLeave)
    window.addEventListener('pagehide', gone)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onLeave)
      window.removeEventListener('blur', onLeave)
      window.removeEventListener('pagehide', gone)
    }
  }, [clock, presses])
  return unopened === presses && presses > 0
}
