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
  /** The pending transaction. */
  transaction: Transaction
  /** The reviewed fee and the transaction to sign. */
  shown: Extract<Raise, { fee: bigint }>
  source: Source
  /** Preloads the UI used after the wallet's request. */
  prepare?: () => Promise<unknown>
}

/**
 * Replaces a pending transaction with the same at a higher fee, if still possible: requests exactly what was shown.
 * Returns the new hash; other outcomes are in `state.send.attempt`. Keeps tracking the old one: until a block decides,
 * either may win.
 */
export async function raiseFee(kit: Kit, order: RaiseOrder): Promise<string | undefined> {
  const { networkId, meant } = order.transaction
  const properties = { network: networkId, token: meant.token ?? meant.symbol, amount: decimalOf(meant) }
  const begun = {
    networkId,
    source: order.source,
    told: properties,
    started: { type: 'send/started', ...properties },
  } as const
  return runFlow(kit, { flow: 'send', ...begun }, (desk) => walk(desk, order))
}

async function walk(desk: Desk<SendStep>, { transaction, shown, source, prepare }: RaiseOrder): Promise<string> {
  const { kit, signal, transfers, networkId } = desk
  const [fresh] = await Promise.all([
    askRaise(kit, transaction, source.publicKey, signal),
    assertPrepared(kit, prepare),
  ])
  if (!('fee' in fresh)) throw new Halt<SendTrouble>('refused', 'The transaction can no longer be replaced')
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
