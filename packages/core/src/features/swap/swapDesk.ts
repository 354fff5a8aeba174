import type { SwapQuote } from '@billfold/protocol/api/swap'
import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { askToSend } from '../../askToSend.ts'
import type { Swaps } from '../../chains/swaps.ts'
import type { TransferCall, Transfers } from '../../chains/transfers.ts'
import type { Connector } from '../../connectors/connector.ts'
import { isPrepared } from '../../isPrepared.ts'
import type { Kit } from '../../kit.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { connectedAccount } from '../account/account.ts'
import type { Transaction } from '../transactions/transactions.ts'
import type { SwapAsset, SwapStep, SwapTrouble } from './swap.ts'

export const waitMs = 10_000

/** What the visitor was shown and said yes to. */
export type SwapOrder = {
  networkId: CaipNetworkId
  user: string
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  slippageBps: number
  quote: SwapQuote
  /** Fetches what the screen shows from the wallet's first request to the end; the wallet is not asked before that is here. */
  prepare?: () => Promise<unknown>
}
/** Whom a step works with. */
export type Desk = {
  kit: Kit
  order: SwapOrder
  /** Aborted once the visitor has stopped waiting: from then on no wallet is asked for anything more. */
  signal: AbortSignal
  connector: Connector
  transfers: Transfers
  swaps: Swaps
}

/** A step that must not be taken. */
export class SwapStop extends Error {
  readonly trouble: SwapTrouble
  constructor(trouble: SwapTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

/** Everything a swap works with, or why it cannot begin. */
export async function openDesk(kit: Kit, order: SwapOrder, signal: AbortSignal): Promise<Desk> {
  const { namespace } = parseCaipNetworkId(order.networkId)
  const account = connectedAccount(kit.store.get(), namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  const chain = await kit.chains[namespace]?.()
  const [transfers, swaps] = [await chain?.transfers?.(), await chain?.swaps?.()]
  if (!connector || !transfers || !swaps) throw new KitError('provider_disconnected')
  if (!(await isPrepared(kit, order.prepare)))
    throw new SwapStop('not_loaded', 'A part of the page could not be loaded')
  return { kit, order, signal, connector, transfers, swaps }
}

function assertWanted({ kit, signal }: Desk): void {
  if (signal.aborted || kit.isDisposed) throw new KitError('aborted')
}

/** Says how far it is, where somebody still waits. */
export function step(desk: Desk, name: SwapStep): void {
  assertWanted(desk)
  desk.kit.store.send({ type: 'swap/stepped', step: name })
}

/** What the kit is told of a transaction beside the call itself. */
export type Told = Pick<Transaction, 'kind' | 'meant'>

/** Asks the wallet to send a call; its hash. */
export async function send(desk: Desk, call: TransferCall, told: Told, gas?: bigint): Promise<string> {
  const { kit, order, connector, transfers } = desk
  const { networkId } = order
  const fields: Record<string, string> = gas === undefined ? {} : { gas: `0x${gas.toString(16)}` }
  const fee = { gas: gas ?? 0n, most: 0n, likely: 0n, fields }
  const { method, params } = transfers.request(call, fee, networkId)
  return askToSend(kit, {
    ask: () => connector.request(networkId, method, params),
    read: (answer) => ({ hash: transfers.readHash(answer) }),
    call,
    transaction: { ...told, networkId },
  })
}

/** The wallet must answer for this account and stand on this chain, now; the visitor must still want it. */
export async function assertPlace(desk: Desk): Promise<void> {
  const { kit, order, connector, transfers } = desk
  const { networkId, user } = order
  const soon = <T>(work: Promise<T>) => withDeadline(kit.ports.clock, waitMs, work)
  const accounts = await soon(connector.accounts())
  const place = await transfers.standsOn(({ method, params }) => soon(connector.request(networkId, method, params)))
  // Only now: the visitor may have stopped waiting in the meantime.
  assertWanted(desk)
  const shown = connectedAccount(kit.store.get(), connector.namespace)
  if (shown?.address !== user || !accounts.some(({ address }) => sameAddress(networkId, address, user)))
    throw new SwapStop('other_account', 'The wallet does not answer for this account')
  if (place !== networkId || shown.networkId !== networkId)
    throw new SwapStop('other_chain', 'The wallet is on another network')
}
