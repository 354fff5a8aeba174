import { useContext, useEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'

const longMs = 90_000

/** The remaining time, as text, updated each second; undefined once it is over. */
export function useCountdown(until: number | undefined, style: 'long' | 'narrow'): string | undefined {
  const { clock } = useKit().ports
  const { tag } = useContext(LocaleContext)
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    setNow(clock.now())
    if (until === undefined) return
    let stop = () => {}
    const tick = () => {
      const left = until - clock.now()
      setNow(clock.now())
      if (left > 0) stop = clock.after(left % 1000 || 1000, tick)
    }
    tick()
    return () => stop()
  }, [clock, until])
  const left = until === undefined ? 0 : until - now
  if (left <= 0) return undefined
  const [count, unit] = left > longMs ? [left / 60_000, 'minute'] : [left / 1000, 'second']
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: style }).format(Math.ceil(count))
}
