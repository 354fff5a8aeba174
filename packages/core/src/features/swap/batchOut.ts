import { KitError } from '@billfold/protocol/error'
import type { TransferCall } from '../../chains/transfers.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { type Desk, note, SwapStop, type Told } from './swapDesk.ts'

const answerMs = 10_000
const patienceMs = 120_000
const betweenMs = 1_000

/** Approval and swap in one go (EIP-5792), where the wallet does all of it or nothing. The hash of the swap's transaction. */
export async function batchOut(desk: Desk, calls: readonly TransferCall[], told: Told): Promise<string> {
  const { kit, order, connector, swaps } = desk
  const { networkId, user } = order
  const { method, params } = swaps.batch(calls, user, networkId)
  const id = swaps.readBatchId(await connector.request(networkId, method, params))
  const until = kit.ports.clock.now() + patienceMs
  while (kit.ports.clock.now() < until) {
    const asked = swaps.askBatch(id)
    const answer = await withDeadline(
      kit.ports.clock,
      answerMs,
      connector.request(networkId, asked.method, asked.params),
    )
    const status = swaps.readBatch(answer)
    if (status.state === 'failed') throw new SwapStop('approval_failed', 'The wallet could not send the batch')
    if (status.state === 'done') {
      note(desk, calls.at(-1)!, told, status.hash)
      return status.hash
    }
    await new Promise<void>((resolve) => kit.ports.clock.after(betweenMs, resolve))
  }
  throw new KitError('timeout')
}
