import type { Wallet } from '@billfold/protocol/api/registry'
import type { Device } from '../../ports/page.ts'

/** Where a wallet of the registry can be met. */
export type Platform = 'qr code' | 'mobile' | 'browser' | 'desktop' | 'webapp'

/** The ways to a wallet on this device, best first; any wallet can read a code. */
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

/** Whether a link or a code leads to it from here: an extension that is not installed is only something to get. */
export const isReachable = (wallet: Wallet, device: Pick<Device, 'mobile'>): boolean =>
  platformsOf(wallet, device).some((platform) => platform !== 'browser')
