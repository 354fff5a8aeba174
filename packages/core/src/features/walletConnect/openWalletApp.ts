import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { linkTarget, type PairingLink } from '../../wc/deepLink.ts'

/** Remembers the app that a visitor leaves for, so that requests can lead back to it. */
export function rememberWalletApp(kit: Kit, { link, name }: { link: PairingLink; name: string }): void {
  kit.walletConnect?.link({ href: link.href, name })
}

/**
 * Opens a wallet's app with the pairing and remembers the app for the requests that follow. The link is made before the
 * tap, and nothing is awaited here: a browser lets an app be opened only while the visitor's finger still counts.
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

/** Opens the app in which a request waits. */
export function openWaitingRequest(kit: Kit, { id }: { id: number }): void {
  const link = kit.store.get().walletConnect.requests.find((request) => request.id === id)?.link
  if (link) kit.ports.page.open(link.href, linkTarget(link.href, kit.store.get().device))
}
