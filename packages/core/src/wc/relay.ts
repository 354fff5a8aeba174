import type { RelayMethod } from '@billfold/protocol/wc/relayRpc'
import type { Stop } from '../ports/clock.ts'

/** `connected` is said only of a relay that answers. */
export type RelayStatus = 'idle' | 'connected' | 'reconnecting' | 'unreachable'

/** A connection to a relay: calls wait for it; after each reconnect it subscribes to its topics again. */
export type Relay = {
  status(): RelayStatus
  onStatus(told: (status: RelayStatus) => void): Stop
  call(method: RelayMethod, input: unknown): Promise<unknown>
  /** Subscribes, and stays subscribed. */
  watch(topic: string): Promise<void>
  unwatch(topic: string): void
  close(): void
}
