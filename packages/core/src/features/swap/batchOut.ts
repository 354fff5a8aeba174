import { askToSend } from '../../askToSend.ts'
import type { TransferCall } from '../../chains/transfers.ts'
import type { Desk, Told } from './swapDesk.ts'

/**
 * Asks for approval and swap in one go (EIP-5792), where the wallet does all of it or nothing. The wallet's own name for it, by
 * which the kit follows it until the chain has one.
 */
export async function batchOut(desk: Desk, calls: readonly TransferCall[], told: Told): Promise<string> {
  const { kit, order, connector, swaps } = desk
  const { networkId } = order
  const { method, params } = swaps.batch(calls, order.user, networkId)
  return askToSend(kit, {
    ask: () => connector.request(networkId, method, params),
    read: (answer) => {
      const id = swaps.readBatchId(answer)
      return { hash: id, batch: id }
    },
    call: calls.at(-1)!,
    transaction: { ...told, networkId },
  })
}
