import type { Wallet } from '@billfold/protocol/api/registry'
import type { Device } from '../../ports/page.ts'

/** Platforms of a registry wallet. */
export type Platform = 'qr code' | 'mobile' | 'browser' | 'desktop' | 'webapp'

/** The ways to reach a wallet from this device, best first; any wallet can scan a code. */
export function platformsOf(wallet: Wallet | undefined, { mobile }: Pick<Device, 'mobile'>): readonly Platform[] {
  if (!wallet) return ['qr code']
  const { mobile_link, desktop_link, webapp_link, chrome_store } = wallet
  const ways: readonly [Platform, unknown][] = mobile
    ? [
        ['mobile', mobile_link],
        ['webapp', webapp_link],
      ]
    : [
        ['qr code', mobile_link],
        ['browser', chrome_store],
        ['desktop', desktop_link],
        ['webapp', webapp_link],
      ]
  return ways.flatMap(([platform, has]) => (has ? [platform] : []))
}

/** Whether a link or code reaches the wallet from here: a missing extension can only be installed. */
export const isReachable = (wallet: Wallet, device: Pick<Device, 'mobile'>): boolean =>
  platformsOf(wallet, device).some((platform) => platform !== 'browser')
