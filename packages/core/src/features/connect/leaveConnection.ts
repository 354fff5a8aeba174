import type { Kit } from '../../kit.ts'
import { leaveConnections, type Place } from './leaveConnections.ts'

/** Leaves one wallet of a family, connected or only known; where it was the current one, another takes its place. */
export const leaveConnection = (kit: Kit, place: Place): Promise<void> =>
  leaveConnections(kit, [place], place.namespace)
