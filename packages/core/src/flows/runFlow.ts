import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Chain } from '../chains/chain.ts'
import type { Transfers } from '../chains/transfers.ts'
import type { Kit } from '../kit.ts'
import type { Connector } from '../model/connector.ts'
import { isFlowPending } from '../model/isFlowPending.ts'
import type { SendAnalytics, SendEvent, SendStep } from '../model/send.ts'
import type { Source } from '../model/source.ts'
import type { SwapAnalytics, SwapEvent, SwapStep } from '../model/swap.ts'
import type { Trace } from '../model/transfer.ts'
import { createNetworkRequest } from '../rpc/createNetworkRequest.ts'
import type { Run } from '../store/latest.ts'
import { Halt } from './halt.ts'

type Steps = { send: SendStep; swap: SwapStep }
type FlowProperties = { send: SendAnalytics; swap: SwapAnalytics }
type Started = Extract<SendEvent | SwapEvent, { type: 'send/started' | 'swap/started' }>

/** The start of a flow: account, network, and analytics. */
export type FlowStart<Name extends keyof Steps> = {
  flow: Name
  networkId: CaipNetworkId
  source: Source
  started: Extract<Started, { type: `${Name}/started` }>
  told: FlowProperties[Name]
}

/** The context of a flow's steps. */
export type FlowContext<Step extends string = string> = {
  kit: Kit
  networkId: CaipNetworkId
  source: Source
  /** Aborted once the visitor stops waiting: from then on, no wallet requests and no messages. */
  signal: AbortSignal
  chain: Chain
  connector: Connector
  transfers: Transfers
  /** The starting position of account and chain, once known, from which to search for the transaction. */
  stand: { trace?: Trace }
  /** Reports progress; throws once cancelled. */
  step(name: Step): void
}

/**
 * Runs a flow from its form to the wallet's transaction, one at a time. Returns the result even after cancellation;
 * other outcomes are in the slice's `attempt`. Leaving, or changing account or chain, resets the attempt, which ends
 * the run.
 */
export async function runFlow<Name extends keyof Steps, T>(
  kit: Kit,
  { flow, networkId, source, started, told: properties }: FlowStart<Name>,
  walk: (desk: FlowContext<Steps[Name]>) => Promise<T>,
): Promise<T | undefined> {
  const slice = () => kit.store.get()[flow]
  if (isFlowPending(slice())) return undefined
  kit.store.send(started)
  const stop = kit.store.onEvent((_, now) => {
    if (now[flow].attempt.phase === 'idle') kit.latest.cancel(flow)
  })
  let done: T | undefined
  await kit.latest(flow, async (run) => {
    try {
      done = await walk(await openDesk(kit, { flow, networkId, source }, run))
    } catch (e) {
      run.send(endOf(flow, slice().attempt.phase, e, properties))
    }
  })
  stop()
  return done
}

async function openDesk<Name extends keyof Steps>(
  kit: Kit,
  { flow, networkId, source }: Pick<FlowStart<Name>, 'flow' | 'networkId' | 'source'>,
  { signal, send }: Run,
): Promise<FlowContext<Steps[Name]>> {
  const { namespace } = parseCaipNetworkId(networkId)
  const connector = kit.connectors.get(namespace, source.connectorId)
  const chain = await kit.chains[namespace]?.()
  const transfers = await chain?.transfers?.()
  if (!connector || !chain || !transfers) throw new KitError('provider_disconnected')
  const step = (name: Steps[Name]) => {
    if (signal.aborted) throw new KitError('aborted')
    send({ type: `${flow}/stepped`, step: name } as SendEvent | SwapEvent)
  }
  const stand: { trace?: Trace } = {}
  // A transfer determines it during simulation; not awaited, since without it only the wallet can tell.
  if (flow === 'swap')
    void transfers.mark?.(source.address, createNetworkRequest(kit, { networkId, signal })).then(
      (trace) => {
        stand.trace = trace
      },
      () => undefined,
    )
  return { kit, networkId, source, signal, chain, connector, transfers, stand, step }
}

/** The outcome of a flow that stopped early. */
function endOf(
  flow: keyof Steps,
  step: string,
  e: unknown,
  properties: SendAnalytics | SwapAnalytics,
): SendEvent | SwapEvent {
  const { code, message } = KitError.from(e)
  const end =
    e instanceof Halt
      ? { type: `${flow}/failed`, trouble: e.trouble, message: e.message, mismatch: e.mismatch }
      : code === 'user_rejected'
        ? { type: `${flow}/declined` }
        : { type: `${flow}/failed`, trouble: code, message }
  return { ...end, step, ...properties } as SendEvent | SwapEvent
}
