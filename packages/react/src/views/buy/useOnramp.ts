import type { Onramp } from '@billfold/core/features/onramp/onramp'
import { startOnramp } from '@billfold/core/startOnramp'
import { useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'

/** What the visitor buys and bought; absent for the moment before the first who asks has started it. */
export function useOnramp(): Onramp | undefined {
  const kit = useKit()
  useEffect(() => startOnramp(kit), [kit])
  return useSelect((state) => state.onramp)
}
