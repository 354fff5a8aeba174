import type { AppKit } from './AppKit.ts'
import { useAppKitOf } from './AppKitContext.ts'

/** Opens and closes the modal. */
export function useAppKit(): Pick<AppKit, 'open' | 'close'> {
  const { open, close } = useAppKitOf('useAppKit')
  return { open, close }
}
