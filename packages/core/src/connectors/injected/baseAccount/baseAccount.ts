import type { SiteConnector } from '../../../model/siteConnector.ts'
import { siteConnector } from '../../siteConnector.ts'
import type { BaseAccountOptions } from './baseAccountOptions.ts'
import { createWalletWindow } from './walletWindow.ts'

/** A blue square, as Base draws itself. */
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#fff"/><rect x="9" y="9" width="22" height="22" rx="2" fill="#00f"/></svg>')}`

/** Base Account (formerly Coinbase Smart Wallet), by its SDK `@base-org/account`, which the site installs. */
export function baseAccount(options: BaseAccountOptions = {}): SiteConnector {
  const id = 'baseAccount'
  const made = siteConnector({
    ...{ id, name: 'Base Account', icon, families: ['eip155'], canSwitch: ['eip155'] },
    load: async (info, host) => {
      const [{ createBaseAccountSDK }, { baseAccountConnector }] = await Promise.all([
        import('@base-org/account'),
        import('./baseAccountConnector.ts'),
      ])
      return baseAccountConnector(info, host, { ...options, createSdk: createBaseAccountSDK, window: windowOf(host) })
    },
  })
  const windows = new WeakMap<object, ReturnType<typeof createWalletWindow>>()
  const windowOf = (host: Parameters<SiteConnector['announce']>[0]) => {
    const known = windows.get(host) ?? createWalletWindow(host.ports)
    windows.set(host, known)
    return known
  }
  return {
    ...made,
    announce: (host, onConnector) =>
      made.announce(host, (connector) => {
        const wallet = windowOf(host)
        onConnector({
          ...connector,
          connect(request) {
            // Before any await, so that the browser sees the visitor's press; the SDK may still load.
            if (!request.silent) wallet.reserve()
            return connector.connect(request).finally(wallet.release)
          },
        })
      }),
  }
}
