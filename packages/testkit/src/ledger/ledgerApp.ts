import type { Apdu } from './apdu.ts'
import type { DeviceKeys } from './deviceKeys.ts'

export type LedgerAppName = 'Ethereum' | 'Solana' | 'Bitcoin' | 'Bitcoin Test'

/** Faults of the simulated device, on purpose. */
export type LedgerLie = 'address' | 'signature'

export type AppContext = {
  keys(): DeviceKeys
  /** Shows lines on the device and waits for its buttons; throws if they reject. */
  confirm(lines: readonly string[]): Promise<void>
  isLying(about: LedgerLie): boolean
  /** The setting of the app's menu. */
  blindSigning(): boolean
}

/** A response without its status word; interrupted, the app waits for the host's data. */
export type AppResponse = { data: Uint8Array; isInterrupted?: boolean }

/** An app on the simulated device. */
export type LedgerApp = {
  classes: readonly number[]
  /** Throws `DeviceStatus` unless the app responds with success. */
  handle(apdu: Apdu): Promise<AppResponse>
}
