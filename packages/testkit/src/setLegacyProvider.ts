import type { Eip1193Provider } from './createProvider.ts'
import { customEvent, type WalletWindow } from './walletWindow.ts'

/** Puts the provider where sites looked before EIP-6963: `window.ethereum`. Returns how to put back what was there. */
export function setLegacyProvider(window: WalletWindow, provider: Eip1193Provider): () => void {
  const before = Object.getOwnPropertyDescriptor(window, 'ethereum')
  // Non-configurable means another wallet claimed it for good; real extensions back off too.
  if (before && !before.configurable) return () => {}
  Object.defineProperty(window, 'ethereum', { value: provider, configurable: true, writable: true, enumerable: true })
  window.dispatchEvent(customEvent(window, 'ethereum#initialized'))
  return () => {
    if ((window as { ethereum?: unknown }).ethereum !== provider) return
    if (before) Object.defineProperty(window, 'ethereum', before)
    else Reflect.deleteProperty(window, 'ethereum')
  }
}
