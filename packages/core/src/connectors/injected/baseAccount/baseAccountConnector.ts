import type { ProviderInterface } from '@base-org/account'
import { KitError } from '@billfold/protocol/error'
import type { Connector, ConnectorEvent, ConnectorInfo, WalletAccount } from '../../../model/connector.ts'
import type { ConnectorHost } from '../../../model/siteConnector.ts'
import type { Eip1193 } from '../eip1193.ts'
import { injectedConnector } from '../injectedConnector.ts'
import type { BaseAccountOptions } from './baseAccountOptions.ts'
import type { WalletWindow } from './walletWindow.ts'

type Input = BaseAccountOptions & {
  createSdk: typeof import('@base-org/account').createBaseAccountSDK
  window: WalletWindow
}

/** The origin of the window that the SDK opens by default. */
const defaultWalletUrl = 'https://keys.coinbase.com/connect'

/** Base Account: an EIP-1193 provider that asks in a window of its own, for a smart account. */
export function baseAccountConnector(info: ConnectorInfo, host: ConnectorHost, input: Input): Connector {
  const { ports, options, store } = host
  const { page } = ports
  const { walletUrl = defaultWalletUrl, paymasterUrls } = input
  const walletOrigin = new URL(walletUrl).origin
  const { requested, selected } = store.get().network
  const first = requested.find(({ networkId }) => networkId === selected.eip155)
  const chains = [first, ...requested].flatMap((n) => (n?.namespace === 'eip155' ? [Number(n.id)] : []))
  const sdk = input.createSdk({
    appName: options.metadata.name,
    appLogoUrl: options.metadata.icons[0] ?? null,
    appChainIds: [...new Set(chains)],
    // Otherwise the SDK runs a script that reports to Coinbase.
    preference: { telemetry: false, walletUrl },
    ...(paymasterUrls ? { paymasterUrls } : {}),
  } as Parameters<Input['createSdk']>[0])
  const wallet: ProviderInterface = sdk.getProvider()

  /** The SDK waits forever for a window that closed early, and would send its old request in the next window. */
  const endRequests = () => {
    const data = { event: 'PopupUnload' }
    page.events.dispatchEvent(new MessageEvent('message', { origin: walletOrigin, data }))
  }
  const provider: Eip1193 = {
    request: (request) => input.window.run(() => wallet.request(request as never) as Promise<unknown>, endRequests),
    // `connect` comes with every list of accounts: as the wallet's return, it would reconnect without end.
    on: (event, listener) => event !== 'connect' && wallet.on(event as never, listener as never),
    removeListener: (event, listener) => wallet.removeListener(event as never, listener as never),
  }
  const connector = injectedConnector(info, provider, ports)
  const smart = (account: WalletAccount): WalletAccount => ({ ...account, type: 'smartAccount' })
  const smartEvent = (event: ConnectorEvent): ConnectorEvent =>
    event.type === 'accountsChanged' ? { ...event, accounts: event.accounts.map(smart) } : event

  return {
    ...connector,
    async connect(request) {
      const onAbort = () => {
        input.window.close()
        endRequests()
      }
      if (!request.silent) request.signal.addEventListener('abort', onAbort)
      try {
        const session = await connector.connect(request)
        const [account, ...others] = session.accounts
        return { ...session, accounts: [smart(account), ...others.map(smart)] }
      } finally {
        request.signal.removeEventListener('abort', onAbort)
      }
    },
    async disconnect() {
      await wallet.disconnect()
    },
    request(networkId, method, params, signal) {
      // Nothing that the visitor wants: the SDK would send these to its own server.
      if (method === 'wallet_revokePermissions') return Promise.reject(new KitError('wallet_method_unsupported'))
      return connector.request(networkId, method, params, signal)
    },
    accounts: async () => (await connector.accounts()).map(smart),
    on: (listener) => connector.on((event) => listener(smartEvent(event))),
  }
}
