import type { Namespace } from '@billfold/protocol/caip'
import type { Connector, ConnectorInfo } from '../model/connector.ts'
import type { ConnectorHost, SiteConnector } from '../model/siteConnector.ts'
import { lazyConnector } from './lazyConnector.ts'

type SiteWallet = Pick<SiteConnector, 'id' | 'name' | 'icon' | 'families'> & {
  /** The families in which the wallet has its own current network. */
  canSwitch?: readonly Namespace[]
  /** Imports the wallet's code and makes the connector of one family. */
  load: (info: ConnectorInfo, host: ConnectorHost) => Promise<Connector>
}

/** Makes a wallet that a site adds by the option `connectors`. */
export function siteConnector({ load, canSwitch = [], ...wallet }: SiteWallet): SiteConnector {
  const { id, name, icon, families } = wallet
  return {
    ...wallet,
    announce(host, onConnector) {
      const { requested } = host.store.get().network
      for (const namespace of families) {
        if (!requested.some((network) => network.namespace === namespace)) continue
        const info: ConnectorInfo = { id, name, type: 'EXTERNAL', namespace, ...(icon ? { icon } : {}) }
        // Without `prepare`, which an opening dialog calls: this code loads only for visitors who choose the wallet.
        const { prepare: _, ...connector } = lazyConnector(info, {
          load: () => load(info, host),
          canSwitch: canSwitch.includes(namespace),
          log: host.ports.log,
        })
        onConnector(connector)
      }
    },
  }
}
