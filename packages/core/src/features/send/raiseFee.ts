import { decimalOf } from '@billfold/protocol/decimalOf'
import type { Raise } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { askToSend } from '../../sending/askToSend.ts'
import { assertPlace } from '../../sending/assertPlace.ts'
import { assertPrepared } from '../../sending/assertPrepared.ts'
import { Halt } from '../../sending/halt.ts'
import { type Desk, runFlow } from '../../sending/runFlow.ts'
import type { Source } from '../source/source.ts'
import type { Transaction } from '../transactions/transactions.ts'
import { askRaise } from './raiseQuery.ts'
import type { SendStep, SendTrouble } from './send.ts'

export type RaiseOrder = {
  /** The one that waits. */
  transaction: Transaction
  /** What the visitor was shown, and what the wallet is asked to sign. */
  shown: Extract<Raise, { fee: bigint }>
  source: Source
  /** Fetches what the screen shows from the wallet's request to the end. */
  prepare?: () => Promise<unknown>
}

/**
 * Replaces a waiting transaction by the same at a higher fee, if that is still possible: what was shown is asked of the wallet. The new one's hash; how it
 * ended otherwise is in `state.send.attempt`. The old one is followed too: until a block decides, either may happen.
 */
export async function raiseFee(kit: Kit, order: RaiseOrder): Promise<string | undefined> {
  const { networkId, meant } = order.transaction
  const told = { network: networkId, token: meant.token ?? meant.symbol, amount: decimalOf(meant) }
  const begun = { networkId, source: order.source, told, started: { type: 'send/started', ...told } } as const
  return runFlow(kit, { flow: 'send', ...begun }, (desk) => walk(desk, order))
}

async function walk(desk: Desk<SendStep>, { transaction, shown, source, prepare }: RaiseOrder): Promise<string> {
  const { kit, signal, transfers, networkId } = desk
  const [fresh] = await Promise.all([
    askRaise(kit, transaction, source.publicKey, signal),
    assertPrepared(kit, prepare),
  ])
  if (!('fee' in fresh)) throw new Halt<SendTrouble>('refused', 'It can no longer be replaced')
  await assertPlace(desk)
  desk.step('asking')
  const { kind, meant, hash } = transaction
  const { call } = shown
  const request = transfers.request(call, networkId)
  const replacedBy = await askToSend(desk, { request, call, transaction: { kind, meant } })
  const at = kit.ports.clock.now()
  kit.store.send({ type: 'transaction/settled', hash, outcome: 'replaced', at, replacedBy, isRecallable: true })
  return replacedBy
}
