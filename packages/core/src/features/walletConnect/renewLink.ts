import type { Kit } from '../../kit.ts'

/** Shows a new link; the previous one stays valid until it expires. */
export function renewLink(kit: Kit): void {
  kit.walletConnect?.renewLink()
}
