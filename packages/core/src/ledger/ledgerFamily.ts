import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { WalletAccount } from '../model/connector.ts'
import type { AppName } from './deviceApps.ts'
import type { Exchange } from './openDevice.ts'

/** An account of the device, as the visitor's browser stores it. */
export type LedgerAccount = {
  address: string
  path: string
  type: WalletAccount['type']
  /** In hex, for Bitcoin. */
  publicKey?: string
}

/** The device's next step, for the visitor: the kind of request, and whether its screen shows only a hash. */
export type SigningStep = { kind: 'message' | 'typedData' | 'transaction'; isBlind: boolean }

/** A request for the device. */
export type DeviceRequest = {
  networkId: CaipNetworkId
  account: LedgerAccount
  method: string
  params: unknown
  signal?: AbortSignal | undefined
}

/** The requests to the device and to the network's nodes that a family needs. */
export type DeviceTools = {
  /** Runs a step on the device in the family's app; repeated if the visitor retries. */
  sign<T>(step: SigningStep, run: (device: Exchange) => Promise<T>): Promise<T>
  query(method: string, params: unknown): Promise<unknown>
}

/** A family's code for the device. */
export type LedgerFamily = {
  namespace: Namespace
  appOf(networkId: CaipNetworkId): AppName
  /** SLIP-44 of a network, in the paths of families in which it differs. */
  coinOf?(networkId: CaipNetworkId): number
  /** An account at a path; shown on the device, it waits for the visitor. */
  readAccount(
    device: Exchange,
    at: { path: string; networkId: CaipNetworkId },
    isShown: boolean,
  ): Promise<LedgerAccount>
  /** Whether the method needs the device. */
  methods: readonly string[]
  run(request: DeviceRequest, tools: DeviceTools): Promise<unknown>
}
