import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { ConnectorEvent } from '../../model/connector.ts'
import type { HubEvent } from '../../model/hubEvent.ts'
import type { NetworkInput } from '../../model/network.ts'
import type { Ports } from '../../ports/ports.ts'
import type { WcClient, WcOptions } from '../../wc/createWcClient.ts'
import type { Beside } from '../../wc/propose.ts'
import type { RequestParts } from '../../wc/requestParts.ts'

/** The client of the shared session. */
export type HubClient = Omit<WcClient, 'status' | 'emit' | 'ping' | 'extend' | 'expect' | 'onReturned'> &
  Partial<Pick<WcClient, 'expect' | 'onReturned'>>

export type HubParts = Pick<WcOptions, 'relays' | 'projectId' | 'metadata' | 'openWire'> &
  Pick<RequestParts, 'rpc' | 'rpcUrls' | 'apiUrl'> & {
    ports: Ports
    /** An alternative session request of the site, new for each link. */
    beside?: (() => Promise<Beside | undefined>) | undefined
    /** Whether to accept a wallet that approves when no one waits. */
    isFree: (namespace: Namespace) => boolean
    /** Whether a visitor waiting for one family may be connected in another. */
    mayMove: () => boolean
    /** The site's current chains. */
    networkIds: () => readonly CaipNetworkId[]
    /** Notifies a family's connector. */
    tell: (namespace: Namespace, event: ConnectorEvent) => void
    /** The site's networks of families without kit support. */
    otherNetworks?: (() => readonly NetworkInput[]) | undefined
    /** Notifies the UI. */
    announce: (event: HubEvent) => void
    /** The site's own client, in place of the kit's. */
    lent?: ((proposal: WcOptions['proposal']) => HubClient) | undefined
  }
