import { AppKitContext } from '@billfold/react'
import { latestKit } from '@billfold/react/readings'
import { useContext } from 'react'
import type { AppKit } from '../instance/AppKit.ts'

/** The hook's kit: the provider's, or the latest one. */
export function useInstance(hook: string): AppKit {
  const instance = useContext(AppKitContext) ?? latestKit()
  if (!instance) throw new Error(`Please call "createAppKit" before using "${hook}" hook`)
  return instance as unknown as AppKit
}
