import type { Wallet } from '@billfold/protocol/api/registry'
import type { Options } from '../../model/options.ts'

type Site = Pick<Options, 'enableWalletConnect' | 'relayUrl' | 'relays'>

/** A relay's host; the one of the app stores' wallets has two names. */
const hostOf = (url: string): string =>
  url.replace(/^wss?:\/\/|[/?].*/gi, '').replace('walletconnect.org', 'walletconnect.com')

/** A relay on this machine stands in for all others, so that a developer sees what visitors will see. */
const standsIn = /(?:^|\.)localhost(?::|$)|^127\.|^\[::1/

export const relayHosts = ({ relayUrl, relays }: Pick<Site, 'relayUrl' | 'relays'>): readonly string[] =>
  [relayUrl ?? [], ...(relays ?? []).map(({ url }) => url)].flat().map(hostOf)

/**
 * Whether a pairing of the site reaches the wallet: they have a relay in common. If either names none (a wallet that a
 * site adds, a site with its own WalletConnect provider), nothing speaks against it. A site without WalletConnect that
 * opens the view itself gets an attempt, and its error.
 */
export function sharesRelay(site: Site, wallet: Wallet | undefined): boolean {
  const own = relayHosts(site)
  const theirs = wallet?.relays?.map(hostOf)
  if (!site.enableWalletConnect) return !theirs && !wallet?.browser_link
  return !theirs || own.length === 0 || own.some((host) => standsIn.test(host) || theirs.includes(host))
}
