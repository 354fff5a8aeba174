import { keepKit } from '@billfold/react/readings'
import type { AppKit } from './instance/AppKit.ts'

/** Makes a kit the one that hooks outside of a provider are about. */
export function getAppKit(appKit: AppKit): void {
  keepKit(appKit as never)
}
