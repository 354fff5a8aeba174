import { useEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'

/** A value once it has not changed for a while. Its like in Send would pull that form's file apart. */
export function useRested<T>(value: T, ms: number): T {
  const { clock } = useKit().ports
  const [rested, setRested] = useState(value)
  useEffect(() => clock.after(ms, () => setRested(value)), [clock, value, ms])
  return rested
}
