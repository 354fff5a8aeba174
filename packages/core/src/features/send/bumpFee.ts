import { decimalOf } from '@billfold/protocol/decimalOf'
import type { FeeBump } from '../../chains/transfers.ts'
import { assertWalletReady } from '../../flows/assertWalletReady.ts'
import { Halt } from '../../flows/halt.ts'
import { preloadFlowCode } from '../../flows/preloadFlowCode.ts'
import { requestSend } from '../../flows/requestSend.ts'
import { type FlowContext, runFlow } from '../../flows/runFlow.ts'
import type { Kit } from '../../kit.ts'
import type { SendError, SendStep } from '../../model/send.ts'
import type { Source } from '../../model/source.ts'
import type { Transaction } from '../../model/transactions.ts'
import { loadTracking } from '../balances/loadTracking.ts'
import { planBump } from './bumpQuery.ts'

export type BumpOrder = {
  /** The pending transaction. */
  transaction: Transaction
  /** The reviewed fee and the transaction to sign. */
  shown: Extract<FeeBump, { fee: bigint }>
  source: Source
  /** Preloads the UI used after the wallet's request. */
  prepare?: () => Promise<unknown>
}

/**
 * Replaces a pending transaction with the same at a higher fee, if still possible: requests exactly what was shown.
 * Returns the new hash; other outcomes are in `state.send.attempt`. Keeps tracking the old one: until a block decides,
 * either may win.
 */
export async function bumpFee(kit: Kit, order: BumpOrder): Promise<string | undefined> {
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

async function walk(desk: FlowContext<SendStep>, { transaction, shown, source, prepare }: BumpOrder): Promise<string> {
  const { kit, signal, transfers, networkId } = desk
  const [fresh] = await Promise.all([
    planBump(kit, transaction, source.publicKey, signal),
    preloadFlowCode(kit, loadTracking, prepare),
  ])
  if (!('fee' in fresh)) throw new Halt<SendError>('refused', 'The transaction can no longer be replaced')
  await assertWalletReady(desk)
  desk.step('asking')
  const { kind, meant, hash } = transaction
  const { call } = shown
  const request = transfers.request(call, networkId)
  const replacedBy = await requestSend(desk, { request, call, transaction: { kind, meant } })
  const at = kit.ports.clock.now()
  kit.store.send({ type: 'transaction/settled', hash, outcome: 'replaced', at, replacedBy, isRecallable: true })
  return replacedBy
}
