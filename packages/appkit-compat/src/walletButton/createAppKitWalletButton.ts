import { latestKit } from '@billfold/react/readings'
import type { ChainNamespace, ParsedCaipAddress } from '../shapes/network.ts'
import { connectByName } from './connectByName.ts'
import { updateEmail } from './updateEmail.ts'

/** A wallet by AppKit's short name; `email` and the social logins lead to the dialog in which they are chosen. */
export type Wallet =
  | 'metamask'
  | 'coinbase'
  | 'trust'
  | 'okx'
  | 'rainbow'
  | 'phantom'
  | 'solflare'
  | 'ledger'
  | 'safe'
  | 'walletConnect'
  | 'email'
  | 'google'
  | 'github'
  | 'apple'
  | 'facebook'
  | 'x'
  | 'discord'
  | 'farcaster'
  | (string & {})

export type WalletButton = {
  isReady(): boolean
  subscribeIsReady(listener: (state: { isReady: boolean }) => void): void
  connect(wallet: Wallet): Promise<ParsedCaipAddress>
  updateEmail(): Promise<{ email: string }>
}

/** Connects one wallet by its name, for a button of the site's own. */
export function createAppKitWalletButton({ namespace }: { namespace?: ChainNamespace } = {}): WalletButton {
  const current = () => {
    const instance = latestKit()
    if (!instance) throw new Error('Please call "createAppKit" before using a wallet button')
    return instance
  }
  return {
    isReady: () => latestKit() !== undefined,
    // Always ready: the kit discovers wallets and queries the registry when a name is looked up.
    subscribeIsReady: (listener) => listener({ isReady: true }),
    connect: async (wallet) => connectByName(current().kit, { wallet, namespace }),
    updateEmail: async () => updateEmail(current().kit),
  }
}
