import type { RelayMethod } from '@billfold/protocol/wc/relayRpc'
import type { RelayStatus } from '../model/relayStatus.ts'
import type { Stop } from '../ports/clock.ts'

/** A connection to a relay: calls wait for it; subscriptions are renewed after each reconnect. */
export type Relay = {
  status(): RelayStatus
  onStatus(listener: (status: RelayStatus) => void): Stop
  call(method: RelayMethod, input: unknown): Promise<unknown>
  /** Subscribes, permanently. */
  watch(topic: string): Promise<void>
  unwatch(topic: string): void
  close(): void
}
