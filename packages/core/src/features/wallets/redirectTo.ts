import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'

type Way = {
  namespace: Namespace
  /** The global that stands for its extension, or its own browser. */
  global: string
  link: (url: string, ref: string) => string
  /** Whether its app is the only way there: with a computer, a code is scanned instead. */
  isApp?: boolean
}

/** Wallets that open a page in a browser of their own. */
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

/** Opens the page in the own browser of a wallet that is not here, if it has one for the family. */
export function redirectTo(kit: Kit, wallet: Wallet, namespace: Namespace): void {
  const { page } = kit.ports
  const { mobile, telegram, iframe } = kit.store.get().device
  const way = Object.hasOwn(ways, wallet.name) ? ways[wallet.name] : undefined
  if (way?.namespace !== namespace || page.global(way.global) || (way.isApp && !mobile)) return
  // What Telegram tells a page of its visitor is for no one else.
  const href = page.href().replace(/#tgWebApp.*/, '')
  const url = way.link(encodeURIComponent(href), encodeURIComponent(page.origin()))
  kit.store.send({ type: 'wallet/redirected', wallet, url })
  page.open(url, telegram ? '_blank' : iframe ? '_top' : '_self')
}
