import type { Eip1193Provider } from './createProvider.ts'
import { customEvent, type WalletWindow } from './walletWindow.ts'

/** How a wallet introduces itself by EIP-6963. */
export type ProviderInfo = { uuid: string; name: string; icon: string; rdns: string }

/** Announces the wallet now and whenever a site asks who is there; returns how to stop. */
export function announceProvider(window: WalletWindow, info: ProviderInfo, provider: Eip1193Provider): () => void {
  const detail = Object.freeze({ info: Object.freeze({ ...info }), provider })
  const announce = () => void window.dispatchEvent(customEvent(window, 'eip6963:announceProvider', detail))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => window.removeEventListener('eip6963:requestProvider', announce)
}
