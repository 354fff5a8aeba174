import type { Wallet } from '@billfold/protocol/api/registry'
import type { Kit } from '../../kit.ts'
import { relayHosts, sharesRelay } from '../wallets/sharesRelay.ts'
import { raiseAlert } from './alertDeveloper.ts'

const alerted = new WeakSet<Kit>()

/** Reports a site whose QR code uses only relays that no listed wallet uses. */
export function alertUnusedRelay(kit: Kit, wallets: readonly Wallet[]): void {
  const { options } = kit
  const pairing = wallets.filter(
    ({ mobile_link, desktop_link, webapp_link }) => mobile_link ?? desktop_link ?? webapp_link,
  )
  if (alerted.has(kit) || !options.enableWalletConnect || pairing.length === 0) return
  if (pairing.some((wallet) => sharesRelay(options, wallet))) return
  alerted.add(kit)
  const theirs = [...new Set(pairing.flatMap(({ relays }) => relays ?? []))].join(', ')
  raiseAlert(
    kit,
    'invalidAppConfiguration',
    `The QR code uses ${relayHosts(options).join(', ')}, and no listed wallet does. Add their relay to relays (${theirs}), or list wallets of yours.`,
  )
}
