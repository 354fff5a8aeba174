import type { Onramp } from '@billfold/core/model/onramp'
import { startOnramp } from '@billfold/core/reactions/startOnramp'
import { useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'

/** The visitor's purchase form and purchases; absent for the moment before the first caller has started it. */
export function useOnramp(): Onramp | undefined {
  const kit = useKit()
  useEffect(() => startOnramp(kit), [kit])
  return useSelect((state) => state.onramp)
}
