import { useEffect, useState } from 'react'
import { useKit } from './KitContext.ts'

/** True once `ms` have gone by since `from` last changed. */
export function useWaited(ms: number, from: unknown): boolean {
  const { clock } = useKit().ports
  const [done, setDone] = useState<{ from: unknown }>()
  useEffect(() => clock.after(ms, () => setDone({ from })), [clock, ms, from])
  return done?.from === from && done !== undefined
}
