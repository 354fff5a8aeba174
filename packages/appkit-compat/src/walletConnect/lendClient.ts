import type { AppKit as Kit } from '@billfold/react'
import type { AppKitOptions } from '../shapes/options.ts'

/** Has the kit use the WalletConnect client of the site, if it has one; a second call only waits for the first. */
export async function lendClient(kit: Kit['kit'], options: Partial<AppKitOptions>): Promise<void> {
  const { universalProvider: provider, manualWCControl = false, enableWalletConnect } = options
  if ((!provider && !manualWCControl) || enableWalletConnect === false) return
  try {
    const { lendProvider } = await import('@billfold/react/actions')
    lendProvider(kit, { provider, isManual: manualWCControl })
  } catch (error) {
    kit.ports.log.error('WalletConnect did not load', error)
  }
}
