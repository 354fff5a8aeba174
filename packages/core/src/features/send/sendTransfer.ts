import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { askNetwork } from '../../askNetwork.ts'
import type { Batches } from '../../chains/swaps.ts'
import type { NameProof, Trace, TransferCall, TransferPlan } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { sameAsked } from '../../sending/askedRequests.ts'
import { askToSend } from '../../sending/askToSend.ts'
import { assertPlace } from '../../sending/assertPlace.ts'
import { assertPrepared } from '../../sending/assertPrepared.ts'
import { asOne, batchesOf } from '../../sending/batchesOf.ts'
import { Halt } from '../../sending/halt.ts'
import { type Desk, runFlow } from '../../sending/runFlow.ts'
import { knownAddresses } from '../lookalike/knownAddresses.ts'
import { isStop, recipientRisks } from '../lookalike/recipientRisks.ts'
import type { Source } from '../source/source.ts'
import { planOf } from './chainQueries.ts'
import type { SendStep, SendTrouble } from './send.ts'

export type SendOrder = {
  /** The plan that the visitor reviewed. */
  plan: TransferPlan
  source: Source
  /** The name by which the recipient was found. */
  name?: string | undefined
  /** How the name was resolved, if not by the chain. */
  proof?: NameProof | undefined
  /** Addresses that the account has paid before. */
  sentTo?: readonly string[]
  /** Preloads the UI used after the wallet's request; the request waits for it. */
  prepare?: () => Promise<unknown>
}
type SendDesk = Desk<SendStep>

/**
 * Sends the reviewed transfer: simulates it again, then requests it from the wallet. True once the wallet has sent it;
 * other outcomes are in `state.send.attempt`. If a visitor stops waiting, a late send is still tracked.
 */
export async function sendTransfer(kit: Kit, order: SendOrder): Promise<boolean> {
  const { networkId, token, amount } = order.plan.transfer
  const properties = {
    network: networkId,
    token: token.address ?? token.symbol,
    amount: decimalOf({ amount, decimals: token.decimals }),
  }
  const begun = {
    networkId,
    source: order.source,
    told: properties,
    started: { type: 'send/started', ...properties },
  } as const
  return (await runFlow(kit, { flow: 'send', ...begun }, (desk) => walk(desk, order))) !== undefined
}

async function walk(desk: SendDesk, order: SendOrder): Promise<string> {
  assertConfirmed(desk, order)
  assertUnasked(desk, order)
  const [tried] = await Promise.all([tryAgain(desk, order.plan), assertPrepared(desk.kit, order.prepare)])
  await assertPlace(desk)
  // A bundler creates its transaction later: until then, the bundle id is known.
  const batches = order.source.type === 'smartAccount' ? await batchesOf(desk) : undefined
  desk.step('asking')
  return ask(desk, order, tried, batches)
}

/** The last safeguard: whatever a view forgot, a lookalike needs confirmation. */
function assertConfirmed({ kit, transfers }: SendDesk, { plan, proof, sentTo = [] }: SendOrder): void {
  const state = kit.store.get()
  const { to, token, networkId } = plan.transfer
  const { namespace } = parseCaipNetworkId(networkId)
  const known = knownAddresses(state, namespace, sentTo)
  const isBurn = transfers.isBurn(to)
  const risks = recipientRisks({ namespace, address: to, known, token: token.address, isBurn, proof })
  if (risks.some(isStop) && state.send.draft.confirmed !== to)
    throw new Halt<SendTrouble>('unconfirmed', 'The recipient was not confirmed')
}

/** The same payment is not requested twice until the visitor knows the outcome of the first request. */
function assertUnasked({ kit }: SendDesk, { plan: { transfer } }: SendOrder): void {
  const { networkId, from, to, token, amount } = transfer
  if (sameAsked(kit, { networkId, from, to, token: token.address, amount }))
    throw new Halt<SendTrouble>('asked', 'The wallet may still have this payment')
}

type Tried = { call: TransferCall; trace?: Trace }

/** The current cost. The chain must still accept it, with the same amount to arrive. */
async function tryAgain({ kit, transfers, signal }: SendDesk, plan: TransferPlan): Promise<Tried> {
  const askChain = askNetwork(kit, { networkId: plan.transfer.networkId, signal })
  const [fresh, trace] = await Promise.all([
    planOf(kit, transfers, plan.transfer, askChain),
    // Only helps to find a replacement's hash later.
    transfers.mark?.(plan.transfer.from, askChain).catch(() => undefined),
  ])
  if (fresh.refusal || !(fresh.fee || fresh.isWalletsFee))
    throw new Halt<SendTrouble>('refused', 'The network would refuse this transaction')
  if (fresh.arrives !== plan.arrives) throw new Halt<SendTrouble>('changed', 'The amount to arrive has changed')
  if (plan.fee && fresh.fee && fresh.fee.most > 2n * plan.fee.most)
    throw new Halt<SendTrouble>('costlier', 'The network fee more than doubled')
  return { call: fresh.call, ...(trace ? { trace } : {}) }
}

function ask(
  desk: SendDesk,
  { plan, name }: SendOrder,
  { call, trace }: Tried,
  batches: Batches | undefined,
): Promise<string> {
  const { transfers } = desk
  const { networkId, to, amount, token } = plan.transfer
  return askToSend(desk, {
    ...(batches ? asOne(batches, [call], desk) : { request: transfers.request(call, networkId) }),
    call,
    transaction: {
      kind: 'send',
      meant: {
        to,
        amount: `${amount}`,
        symbol: token.symbol,
        decimals: token.decimals,
        ...(token.address ? { token: token.address } : {}),
        ...(name ? { name } : {}),
      },
      ...(trace ? { trace } : {}),
    },
  })
}
