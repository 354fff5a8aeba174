import type { NetworkInput } from '@billfold/core/model/network'
import { useSelectOf } from '../hooks/useSelect.ts'
import { useAppKitOf } from './AppKitContext.ts'
import { type PublicNetwork, publicNetwork } from './publicState.ts'

/** The active network, and the way to another. */
export function useAppKitNetwork(): PublicNetwork & {
  /** Switches to a network of the site's, in the wallet too; rejects if it fails, by the codes of `AppKit.switchNetwork`. */
  switchNetwork: (network: NetworkInput) => Promise<void>
} {
  const { kit, switchNetwork } = useAppKitOf('useAppKitNetwork')
  return { ...useSelectOf(kit, publicNetwork), switchNetwork }
}
