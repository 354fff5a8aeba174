import { latestKit } from '@billfold/react/readings'
import type { AppKit } from '../instance/AppKit.ts'

/** The kit that a composable is about: the one made last. */
export function currentInstance(composable: string): AppKit {
  const instance = latestKit()
  if (!instance) throw new Error(`Please call "createAppKit" before using "${composable}" composable`)
  return instance as unknown as AppKit
}
