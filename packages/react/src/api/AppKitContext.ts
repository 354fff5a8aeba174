import { createContext, useContext } from 'react'
import type { AppKit } from './AppKit.ts'
import { latestKit } from './currentKits.ts'

/** Which kit the hooks and buttons below belong to; without it, the one made last. */
export const AppKitContext = createContext<AppKit | undefined>(undefined)

/** The kit a hook is about; says so clearly when there is none yet. */
export function useAppKitOf(hook: string): AppKit {
  const kit = useContext(AppKitContext) ?? latestKit()
  if (!kit) throw new Error(`Please call "createAppKit" before using "${hook}" hook`)
  return kit
}
