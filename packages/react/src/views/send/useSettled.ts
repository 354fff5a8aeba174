import { useEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'

/** A value once it has not changed for a while; at once if there is nothing to wait for. */
export function useSettled<T>(value: T, ms: number, atOnce: boolean): T {
  const { clock } = useKit().ports
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (!atOnce) return clock.after(ms, () => setSettled(value))
    setSettled(value)
    return undefined
  }, [clock, value, ms, atOnce])
  return atOnce ? value : settled
}
