import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { hexOf } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { CodeError } from '@billfold/protocol/ur/codeError'
import { type DerivedAccount, deriveAccounts } from '@billfold/protocol/ur/deriveAccounts'
import { type DeviceAccounts, readDeviceAccounts } from '@billfold/protocol/ur/deviceAccounts'
import { pathText } from '@billfold/protocol/ur/keyPath'
import type { ChainQuery } from '../chains/chainQuery.ts'
import type { Connector, ConnectorInfo, WalletAccount } from '../model/connector.ts'
import type { ConnectorHost } from '../model/siteConnector.ts'
import type { AccountChoice, QrScreen } from './qrScreen.ts'
import { createRequestId, queryNodes, type SignerMethods } from './signerContext.ts'
import { storedAccounts } from './storedAccounts.ts'

type Family = DerivedAccount['family']
const pageSize = 5

const methodsOf: Readonly<Record<Family, () => Promise<SignerMethods>>> = {
  eip155: async () => (await import('./evmMethods.ts')).evmMethods,
  solana: async () => (await import('./solanaMethods.ts')).solanaMethods,
  bip122: async () => (await import('./bitcoinMethods.ts')).bitcoinMethods,
}
const chainOf = {
  eip155: async () => (await import('../chains/eip155/eip155.ts')).eip155,
  solana: async () => (await import('../chains/solana/solana.ts')).solana,
  bip122: async () => (await import('../chains/bip122/bip122.ts')).bip122,
} satisfies Readonly<Record<Family, unknown>>

/** Accounts that a device showed on this page, so that its other families need no second scan. */
const scanned = new WeakMap<ConnectorHost, DeviceAccounts>()

/** An air-gapped signer: codes on two screens, and a camera on each side. It has no current network of its own. */
export function qrConnector(info: ConnectorInfo, host: ConnectorHost, screen: QrScreen): Connector {
  const family = info.namespace as Family
  const accounts = storedAccounts(host.ports.storage, family)

  function present(): WalletAccount[] {
    const account = accounts.get()
    if (!account) return []
    const { address, publicKey, path } = account
    const type = family === 'bip122' ? 'payment' : 'eoa'
    return [{ address, type, publicKey: hexOf(publicKey), path: pathText(path) }]
  }

  async function scan(networkId: CaipNetworkId, signal: AbortSignal): Promise<void> {
    const range = (from: number, count: number) => {
      const realm = bitcoinNetwork(networkId)?.realm
      return { from, count, ...(family === 'bip122' && realm ? { realm } : {}) }
    }
    const choiceOf = (device: DeviceAccounts): AccountChoice => ({
      name: device.name,
      page: (from) => {
        const page = range(from, pageSize)
        return device.keys.flatMap((key) => deriveAccounts(key, page).filter((one) => one.family === family))
      },
      async balance({ address }) {
        const chain = await chainOf[family]()
        const { nativeCurrency } = networkOf(host, networkId)
        const value = await chain.fetchBalance!(address, (query: ChainQuery) =>
          queryNodes(host, networkId, query, signal),
        )
        return { value, ...nativeCurrency }
      },
    })
    const last = scanned.get(host)
    const known = last && choiceOf(last)
    let device = last
    const chosen = await screen((views) => {
      const read = (ur: Parameters<typeof readDeviceAccounts>[0]) => {
        device = readDeviceAccounts(ur)
        const choice = choiceOf(device)
        if (choice.page(0).length === 0) throw new CodeError('no_accounts')
        return choice
      }
      return views.connect({ known: known?.page(0).length ? known : undefined, read })
    }, signal)
    const match = device && findKey(device, chosen, range)
    if (!device || !match) throw new KitError('wallet_answer_invalid')
    scanned.set(host, device)
    accounts.set(device, match.key, match.index, range(0, 1).realm)
  }

  return {
    ...info,
    async connect({ silent, networkId, signal }) {
      if (!silent) await scan(networkId, signal)
      const [first] = present()
      if (!first) throw new KitError('unauthorized', { message: 'No account of this device is stored' })
      return { accounts: [first], networkId, approvedNetworkIds: [], supportsAllNetworks: true }
    },
    async disconnect() {
      accounts.delete()
      scanned.delete(host)
    },
    async request(networkId, method, params, signal) {
      const account = accounts.get()
      if (!account) throw new KitError('unauthorized', { message: 'No account of this device is stored' })
      const methods = await methodsOf[family]()
      if (!Object.hasOwn(methods, method)) throw new KitError('wallet_method_unsupported')
      return methods[method]!(
        {
          ...{ account, networkId, origin: host.options.metadata.name.slice(0, maxOrigin) },
          ask: (query) => queryNodes(host, networkId, query, signal),
          sign: (ur, read) => screen((views) => views.sign({ ur, read: async (answer) => read(answer) }), signal),
          requestId: () => createRequestId(host.ports),
        },
        params,
      )
    },
    accounts: async () => present(),
    on: () => () => undefined,
  }
}

/** A device shows the origin in one line. */
const maxOrigin = 40

function networkOf(host: ConnectorHost, networkId: CaipNetworkId) {
  const network = host.store.get().network.requested.find((one) => one.networkId === networkId)
  if (!network) throw new KitError('network_unknown')
  return network
}

/** The device's key of a chosen account, and the account's index below it. */
function findKey(
  { keys }: DeviceAccounts,
  { path, address }: DerivedAccount,
  range: (from: number, count: number) => Parameters<typeof deriveAccounts>[1],
) {
  for (const key of keys) {
    if (!key.path.every((step, at) => path[at] === step)) continue
    const wildcard = key.children?.indexOf('*') ?? -1
    const at = wildcard >= 0 ? key.path.length + wildcard : path.length - 1
    const index = path.length === key.path.length || (key.children && wildcard < 0) ? 0 : path[at]!
    if (deriveAccounts(key, range(index, 1)).some((one) => one.address === address)) return { key, index }
  }
  return undefined
}
