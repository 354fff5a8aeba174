import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf } from '@billfold/protocol/decimalOf'
import type { Batches } from '../../chains/swaps.ts'
import type { NameProof, TransferPlan } from '../../chains/transfers.ts'
import { assertWalletReady } from '../../flows/assertWalletReady.ts'
import { asOne, batchesOf } from '../../flows/batchesOf.ts'
import { Halt } from '../../flows/halt.ts'
import { isSameRequest } from '../../flows/pendingRequests.ts'
import { preloadFlowCode } from '../../flows/preloadFlowCode.ts'
import { requestSend } from '../../flows/requestSend.ts'
import { type FlowContext, runFlow } from '../../flows/runFlow.ts'
import type { Kit } from '../../kit.ts'
import type { SendError, SendStep } from '../../model/send.ts'
import type { Source } from '../../model/source.ts'
import type { Trace, TransferCall } from '../../model/transfer.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import { loadTracking } from '../balances/loadTracking.ts'
import { knownAddresses } from '../lookalike/knownAddresses.ts'
import { isStop, recipientRisks } from '../lookalike/recipientRisks.ts'
import { planOf } from './chainQueries.ts'

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
type SendDesk = FlowContext<SendStep>

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
  const [tried] = await Promise.all([
    tryAgain(desk, order.plan),
    preloadFlowCode(desk.kit, loadTracking, order.prepare),
  ])
  await assertWalletReady(desk)
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
    throw new Halt<SendError>('unconfirmed', 'The recipient was not confirmed')
}

/** The same payment is not requested twice until the visitor knows the outcome of the first request. */
function assertUnasked({ kit }: SendDesk, { plan: { transfer } }: SendOrder): void {
  const { networkId, from, to, token, amount } = transfer
  if (isSameRequest(kit, { networkId, from, to, token: token.address, amount }))
    throw new Halt<SendError>('asked', 'The wallet may still have this payment')
}

type Tried = { call: TransferCall; trace?: Trace }

/** The current cost. The chain must still accept it, with the same amount to arrive. */
async function tryAgain({ kit, transfers, signal }: SendDesk, plan: TransferPlan): Promise<Tried> {
  const askChain = createNetworkRequest(kit, { networkId: plan.transfer.networkId, signal })
  const [fresh, trace] = await Promise.all([
    planOf(kit, transfers, plan.transfer, askChain),
    // Only helps to find a replacement's hash later.
    transfers.mark?.(plan.transfer.from, askChain).catch(() => undefined),
  ])
  if (fresh.refusal || !(fresh.fee || fresh.isWalletsFee))
    throw new Halt<SendError>('refused', 'The network would refuse this transaction')
  if (fresh.arrives !== plan.arrives) throw new Halt<SendError>('changed', 'The amount to arrive has changed')
  if (plan.fee && fresh.fee && fresh.fee.most > 2n * plan.fee.most)
    throw new Halt<SendError>('costlier', 'The network fee more than doubled')
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
  return requestSend(desk, {
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
