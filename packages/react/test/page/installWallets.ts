import { createDevnetWallet, type DevnetWallet } from '@billfold/testkit/createDevnetWallet'
import { walletChains } from './networks.ts'
import type { PageSetup } from './pageSetup.ts'

/** Installs the wallets that a test asked for, as extensions would. */
export const installWallets = (setup: PageSetup): DevnetWallet[] =>
  (setup.wallets ?? ['Devnet Wallet']).map((name, index) => {
    const wallet = createDevnetWallet({
      name,
      ...(index > 0 ? { rdns: `dev.billfold.wallet${index}` } : {}),
      chains: walletChains(location.origin),
      remember: localStorage,
      ...(setup.solana ? {} : { solana: false }),
    })
    wallet.install(window)
    return wallet
  })
