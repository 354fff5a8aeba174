import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'

type Way = {
  namespace: Namespace
  /** The global of its extension or in-app browser. */
  global: string
  link: (url: string, ref: string) => string
  /** Mobile only: on a computer, a QR code is scanned instead. */
  isApp?: boolean
}

/** Wallets with an in-app browser. */
const ways: Readonly<Record<string, Way>> = {
  Phantom: {
    namespace: 'solana',
    global: 'phantom',
    link: (url, ref) => `https://phantom.app/ul/browse/${url}?ref=${ref}`,
  },
  'Coinbase Wallet': {
    namespace: 'solana',
    global: 'coinbaseSolana',
    link: (url) => `https://go.cb-w.com/dapp?cb_url=${url}`,
  },
  Solflare: {
    namespace: 'solana',
    global: 'solflare',
    link: (url) => `https://solflare.com/ul/v1/browse/${url}?ref=${url}`,
    isApp: true,
  },
  Xverse: {
    namespace: 'bip122',
    global: 'XverseProviders',
    link: (url) => `https://connect.xverse.app/browser?url=${url}`,
    isApp: true,
  },
}

/** Opens the page in the in-app browser of a wallet that is not installed, if it has one for the family. */
export function redirectTo(kit: Kit, wallet: Wallet, namespace: Namespace): void {
  const { page } = kit.ports
  const { mobile, telegram, iframe } = kit.store.get().device
  const way = Object.hasOwn(ways, wallet.name) ? ways[wallet.name] : undefined
  if (way?.namespace !== namespace || page.global(way.global) || (way.isApp && !mobile)) return
  // Telegram's data on the visitor must not leak.
  const href = page.href().replace(/#tgWebApp.*/, '')
  const url = way.link(encodeURIComponent(href), encodeURIComponent(page.origin()))
  kit.store.send({ type: 'wallet/redirected', wallet, url })
  page.open(url, telegram ? '_blank' : iframe ? '_top' : '_self')
}
