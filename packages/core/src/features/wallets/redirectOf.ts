import type { Namespace } from '@billfold/protocol/caip'
import type { Page } from '../../ports/page.ts'

/** On Solana two wallets open the page in their own browser when their extension is not here. */
export function redirectOf(page: Page, namespace: Namespace, walletName: string): string | undefined {
  if (namespace !== 'solana') return undefined
  const href = encodeURIComponent(page.href())
  if (walletName === 'Phantom' && !page.global('phantom'))
    return `https://phantom.app/ul/browse/${href}?ref=${encodeURIComponent(page.origin())}`
  if (walletName === 'Coinbase Wallet' && !page.global('coinbaseSolana'))
    return `https://go.cb-w.com/dapp?cb_url=${href}`
  return undefined
}
