import { bytesOfHex } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Ur } from '@billfold/protocol/ur/urDecoder'
import type { ChainQuery } from '../chains/chainQuery.ts'
import { rpcUrlsOf } from '../model/rpcUrlsOf.ts'
import type { ConnectorHost } from '../model/siteConnector.ts'
import { requestNodes } from '../rpc/requestNodes.ts'
import { isKnown, isRejection } from '../rpc/sendNetworkRequest.ts'
import type { ChosenAccount } from './storedAccounts.ts'

/** The means of a family's methods: the account, its network's nodes, and the device. */
export type SignerContext = {
  account: ChosenAccount
  networkId: CaipNetworkId
  /** Shown on the device as the request's origin. */
  origin: string
  ask(query: ChainQuery): Promise<unknown>
  sign<T>(ur: Ur, read: (ur: Ur) => T | Promise<T>): Promise<T>
  requestId(): Uint8Array
}

/** The methods of one family. */
export type SignerMethods = Readonly<Record<string, (context: SignerContext, params: unknown) => Promise<unknown>>>

/** Sends a query to a network's nodes. */
export function queryNodes(host: ConnectorHost, networkId: CaipNetworkId, ask: ChainQuery, signal?: AbortSignal) {
  const network = host.store.get().network.requested.find((one) => one.networkId === networkId)
  if (!network) throw new KitError('network_unknown')
  return requestNodes(host.ports, { urls: rpcUrlsOf(host, network), chainId: networkId, ask, signal })
}

/** A new request's id. */
export const createRequestId = ({ page }: ConnectorHost['ports']): Uint8Array =>
  bytesOfHex(page.randomId().replace(/-/g, ''))

export const invalidInput = (message: string) => new KitError('invalid_input', { message })

/**
 * Broadcasts a signed transaction; throws if a node rejected it. Without a response it may have arrived, and the kit
 * tracks it.
 */
export async function broadcast({ ask }: SignerContext, query: ChainQuery): Promise<void> {
  try {
    await ask(query)
  } catch (e) {
    if (isRejection(e) && !isKnown(KitError.from(e))) throw e
  }
}
