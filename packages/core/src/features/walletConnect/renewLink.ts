import type { Kit } from '../../kit.ts'

/** Shows another link in place of the one that is shown, which stays good until its own end. */
export function renewLink(kit: Kit): void {
  kit.walletConnect?.renewLink()
}
