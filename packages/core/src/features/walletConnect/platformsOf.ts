import type { Wallet } from '@billfold/protocol/api/registry'
import { requestedNamespaces } from '../../model/findNetwork.ts'
import type { State } from '../../model/state.ts'
import { findConnector } from '../connect/findConnector.ts'
import { platformOf, type Reach, type ReachMethod, reachOf } from '../wallets/reachOf.ts'
import { sharesRelay } from '../wallets/sharesRelay.ts'

/** Ways to reach a registry wallet that is not installed. */
export type Platform = 'qr code' | 'mobile' | 'in-app' | 'link code' | 'browser' | 'desktop' | 'webapp'

const platforms: Readonly<Partial<Record<ReachMethod, Platform>>> = {
  inAppBrowser: 'in-app',
  qrOfLink: 'link code',
  extension: 'browser',
  desktopApp: 'desktop',
  webApp: 'webapp',
}

/** How this page reaches a wallet. */
export function reachFrom(state: State, wallet: Wallet): Reach {
  const { options, device } = state
  const isInstalled = requestedNamespaces(state).some((each) => findConnector(state, wallet, each))
  const hasRelay = sharesRelay(options, wallet)
  return reachOf(wallet, { hasRelay, isInstalled, platform: platformOf(device, isInstalled) })
}

/** The ways to reach a wallet by a link or a code, best first; any wallet can scan a code. */
export function platformsOf(state: State, wallet: Wallet | undefined): readonly Platform[] {
  if (!wallet) return ['qr code']
  return reachFrom(state, wallet).methods.flatMap((method) => {
    if (method === 'relay') return state.device.mobile ? 'mobile' : 'qr code'
    return platforms[method] ?? []
  })
}
