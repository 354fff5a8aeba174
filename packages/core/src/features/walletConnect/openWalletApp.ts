import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { linkTarget, type PairingLink } from '../../wc/deepLink.ts'

/** Stores the app that a visitor opens, so that requests can link back to it. */
export function rememberWalletApp(kit: Kit, { link, name }: { link: PairingLink; name: string }): void {
  kit.walletConnect?.link({ href: link.href, name })
}

/**
 * Opens a wallet's app with the pairing, and stores the app for later requests. The link is prepared before the tap,
 * and nothing is awaited here: browsers open apps only within a user gesture.
 */
export function openWalletApp(kit: Kit, { link, name }: { link: PairingLink; name: string }): void {
  try {
    kit.ports.page.open(link.redirect, linkTarget(link.redirect, kit.store.get().device))
  } catch (e) {
    const { message } = KitError.from(e)
    kit.store.send({ type: 'wallet/linkFailed', message, mobileLink: link.href, name })
  }
  rememberWalletApp(kit, { link, name })
}

/** Opens the app with the pending request. */
export function openWaitingRequest(kit: Kit, { id }: { id: number }): void {
  const link = kit.store.get().walletConnect.requests.find((request) => request.id === id)?.link
  if (link) kit.ports.page.open(link.href, linkTarget(link.href, kit.store.get().device))
}
