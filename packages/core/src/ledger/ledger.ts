import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { siteConnector } from '../connectors/siteConnector.ts'
import type { Kit } from '../kit.ts'
import type { ConnectorHost, SiteConnector } from '../model/siteConnector.ts'
import { ledgerIcon } from './ledgerIcon.ts'
import { ledgerId } from './ledgerId.ts'

/** The families with an app that the kit knows. */
const families = {
  eip155: async () => (await import('./ethereumFamily.ts')).ethereumFamily,
  solana: async () => (await import('./solanaFamily.ts')).solanaFamily,
  bip122: async () => (await import('./bitcoinFamily.ts')).bitcoinFamily,
} as const
const isKnown = (namespace: Namespace): namespace is keyof typeof families => Object.hasOwn(families, namespace)

/** A Ledger device on a USB port, by WebHID: `connectors: [ledger()]`. Nothing loads before a visitor chooses it. */
export const ledger = (): SiteConnector =>
  siteConnector({
    id: ledgerId,
    name: 'Ledger',
    icon: ledgerIcon,
    families: Object.keys(families) as Namespace[],
    async load(info, host) {
      if (!isKnown(info.namespace)) throw new RangeError(`A Ledger has no app for ${info.namespace}`)
      const [family, { ledgerConnector }, { showApproval }, nodes] = await Promise.all([
        families[info.namespace](),
        import('./ledgerConnector.ts'),
        import('./showApproval.ts'),
        nodesOf(host),
      ])
      showApproval(kitOf(host))
      return ledgerConnector(info, family, host, nodes)
    },
  })

/** Every host is a kit; the option's type leaves its rest out, because the kit's own options contain it. */
const kitOf = (host: ConnectorHost) => host as Kit

async function nodesOf(host: ConnectorHost) {
  const { sendNetworkRequest } = await import('../rpc/sendNetworkRequest.ts')
  const kit = kitOf(host)
  const query = (networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal) =>
    sendNetworkRequest(kit, { networkId, nodesOnly: true, signal }, { method, params })
  return {
    query,
    async balance(networkId: CaipNetworkId, address: string) {
      const [namespace] = networkId.split(':') as [Namespace]
      const chain = await kit.chains[namespace]?.()
      if (!chain?.fetchBalance) throw new RangeError(`No balances of ${namespace}`)
      return chain.fetchBalance(address, (question) =>
        sendNetworkRequest(kit, { networkId, nodesOnly: true }, question),
      )
    },
  }
}
