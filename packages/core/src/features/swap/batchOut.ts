import type { TransferCall } from '../../chains/transfers.ts'
import { type Desk, note, type Told } from './swapDesk.ts'

/**
 * Asks for approval and swap in one go (EIP-5792), where the wallet does all of it or nothing. The wallet's own name for it, by
 * which the kit follows it until the chain has one.
 */
export async function batchOut(desk: Desk, calls: readonly TransferCall[], told: Told): Promise<string> {
  const { order, connector, swaps } = desk
  const { method, params } = swaps.batch(calls, order.user, order.networkId)
  const id = swaps.readBatchId(await connector.request(order.networkId, method, params))
  note(desk, calls.at(-1)!, { ...told, hash: id, batch: id })
  return id
}
