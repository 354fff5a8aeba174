import type { Kit } from '../../kit.ts'
import { leaveConnections, type Place } from './leaveConnections.ts'

/** Disconnects one wallet of a family, connected or only known; if it was current, another takes over. */
export const leaveConnection = (kit: Kit, place: Place): Promise<void> =>
  leaveConnections(kit, [place], place.namespace)
