import type { Stop } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { discoverSafe } from './discoverSafe.ts'
import { discoverHostWallet } from './hostWallet.ts'

/** Hosts with a wallet of their own: Farcaster's clients, and Safe. Telegram's app has none. */
const hosts: readonly ((ports: Ports, offer: (detail: unknown) => void) => Stop)[] = [discoverHostWallet, discoverSafe]

/** Discovers the wallet of the page's host, whichever it is. */
export function discoverHosts(ports: Ports, offer: (detail: unknown) => void): Stop {
  const stops = hosts.map((discover) => discover(ports, offer))
  return () => {
    for (const stop of stops) stop()
  }
}
