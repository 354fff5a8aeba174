import type { Kit } from '../../kit.ts'
import { type ConnectorRef, disconnectConnectors } from './disconnectConnectors.ts'

/** Disconnects one wallet of a family, connected or only known; if it was current, another takes over. */
export const disconnectConnector = (kit: Kit, place: ConnectorRef): Promise<void> =>
  disconnectConnectors(kit, [place], place.namespace)
