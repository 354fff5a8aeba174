import type { Namespace } from '@billfold/protocol/caip'
import type { Ports } from '../ports/ports.ts'
import type { Connector } from './connector.ts'
import type { NetworkState } from './network.ts'
import type { NodeOptions } from './rpcUrlsOf.ts'
import type { Theme } from './theme.ts'

/** The parts of a kit that a site's connector may use. */
export type ConnectorHost = {
  readonly ports: Ports
  readonly options: {
    readonly projectId: string
    readonly metadata: { name: string; description: string; url: string; icons: readonly string[] }
    readonly apiUrl: string
    readonly customRpcUrls: NodeOptions['customRpcUrls']
  }
  readonly store: { get(): { network: NetworkState; theme: Theme } }
}

/**
 * A wallet that the page does not contain, added by the site: `connectors: [baseAccount()]`. Its list data is
 * available at once; its code loads when a visitor chooses it.
 */
export type SiteConnector = {
  /** Unique within its families; visitors' browsers store it, so it must not change. */
  readonly id: string
  readonly name: string
  /** `data:image/…` only. */
  readonly icon?: string
  readonly families: readonly Namespace[]
  /** Calls back synchronously, once per family of the kit's networks. */
  announce(host: ConnectorHost, onConnector: (connector: Connector) => void): void
}
