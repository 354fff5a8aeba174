import type { Connector, ConnectorInfo } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { type Eip1193, makeConnector } from './eip1193.ts'
import { injectedConnector } from './injectedConnector.ts'

/** The connector of a provider: its own if the kit made it, otherwise one for any wallet. */
export const connectorFor = async (info: ConnectorInfo, provider: Eip1193, ports: Ports): Promise<Connector> =>
  (await provider[makeConnector]?.(info)) ?? injectedConnector(info, provider, ports)
