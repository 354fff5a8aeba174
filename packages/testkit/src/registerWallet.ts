import { customEvent, type WalletWindow } from './walletWindow.ts'

type Registrar = { register(...wallets: unknown[]): () => void }

/** The Wallet Standard's handshake, whichever of site and wallet comes first; returns how to withdraw. */
export function registerWallet(window: WalletWindow, wallet: object): () => void {
  const withdrawals = new Set<() => void>()
  const enrol = ({ register }: Registrar) => {
    const withdraw = register(wallet)
    if (typeof withdraw === 'function') withdrawals.add(withdraw)
  }
  const onAppReady = (event: Event) => enrol((event as CustomEvent<Registrar>).detail)

  window.addEventListener('wallet-standard:app-ready', onAppReady)
  window.dispatchEvent(customEvent(window, 'wallet-standard:register-wallet', enrol))
  return () => {
    window.removeEventListener('wallet-standard:app-ready', onAppReady)
    for (const withdraw of withdrawals) withdraw()
  }
}
