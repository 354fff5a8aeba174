import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { askNetwork } from '../../askNetwork.ts'
import { askToSend } from '../../askToSend.ts'
import type { Ask, Chain } from '../../chains/chain.ts'
import type { Fee, TransferPlan, Transfers } from '../../chains/transfers.ts'
import type { Connector } from '../../connectors/connector.ts'
import { isPrepared } from '../../isPrepared.ts'
import type { Kit } from '../../kit.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { connectedAccount } from '../account/account.ts'
import { knownAddresses } from '../lookalike/knownAddresses.ts'
import { isStop, recipientRisks } from '../lookalike/recipientRisks.ts'
import { decimalOf } from '../transactions/decimalOf.ts'
import type { SendTold, SendTrouble, Source } from './send.ts'

const waitMs = 10_000

export type SendOrder = {
  /** Exactly what the visitor was shown. */
  plan: TransferPlan
  source: Source
  /** The name under which the recipient was found. */
  name?: string | undefined
  /** Whom the history says the account has paid before. */
  sentTo?: readonly string[]
  /** Fetches what the screen shows from the wallet's request to the end; the wallet is not asked before that is here. */
  prepare?: () => Promise<unknown>
}

class Stop extends Error {
  readonly trouble: SendTrouble
  constructor(trouble: SendTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

/**
 * Sends what was shown: tried on the chain once more, then asked of the wallet. True once the wallet has sent it; how it
 * went otherwise is in `state.send.attempt`. A visitor who stops waiting still hears of a wallet that sends after all.
 */
export async function sendTransfer(kit: Kit, order: SendOrder): Promise<boolean> {
  const { transfer } = order.plan
  const told: SendTold = {
    network: transfer.networkId,
    token: transfer.token.address ?? transfer.token.symbol,
    amount: decimalOf({ amount: transfer.amount, decimals: transfer.token.decimals }),
  }
  const { phase } = kit.store.get().send.attempt
  if (phase === 'checking' || phase === 'asking') return false
  kit.store.send({ type: 'send/started', ...told })
  let asked = false
  try {
    await send(kit, order, () => {
      asked = true
    })
    return true
  } catch (e) {
    const error = KitError.from(e)
    if (e instanceof Stop)
      kit.store.send({ type: 'send/failed', trouble: e.trouble, message: e.message, asked, ...told })
    else if (error.code === 'user_rejected') kit.store.send({ type: 'send/declined', ...told })
    else kit.store.send({ type: 'send/failed', trouble: error.code, message: error.message, asked, ...told })
    return false
  }
}

async function send(kit: Kit, order: SendOrder, onAsk: () => void): Promise<void> {
  const { plan, source, name } = order
  const { call, transfer } = plan
  const { networkId, to, amount, token } = transfer
  const { namespace } = parseCaipNetworkId(networkId)
  const chain = await kit.chains[namespace]?.()
  const transfers = await chain?.transfers?.()
  const connector = kit.connectors.get(namespace, source.connectorId)
  if (!chain || !transfers || !connector) throw new KitError('provider_disconnected')
  assertConfirmed(kit, order, transfers)
  const [{ fee, block }, isReady] = await Promise.all([tryAgain(kit, plan, transfers), isPrepared(kit, order.prepare)])
  if (!isReady) throw new Stop('not_loaded', 'A part of the page could not be loaded')
  await assertPlace(kit, { connector, chain, transfers, plan })
  const { method, params } = transfers.request(call, fee, networkId)
  kit.store.send({ type: 'send/asked' })
  onAsk()
  await askToSend(kit, {
    ask: () => connector.request(networkId, method, params),
    read: (answer) => ({ hash: transfers.readHash(answer) }),
    call,
    transaction: {
      kind: 'send',
      networkId,
      meant: {
        to,
        amount: `${amount}`,
        symbol: token.symbol,
        decimals: token.decimals,
        ...(token.address ? { token: token.address } : {}),
        ...(name ? { name } : {}),
      },
      ...(block === undefined ? {} : { block: `${block}` }),
    },
  })
}

/** The last of the guards: whatever a view forgot, an address that looks like a known one is not sent to by accident. */
function assertConfirmed(kit: Kit, { plan, sentTo = [] }: SendOrder, transfers: Transfers): void {
  const state = kit.store.get()
  const { to, token, networkId } = plan.transfer
  const { namespace } = parseCaipNetworkId(networkId)
  const known = knownAddresses(state, namespace, sentTo)
  const risks = recipientRisks({ namespace, address: to, known, token: token.address, isBurn: transfers.isBurn(to) })
  if (risks.some(isStop) && state.send.draft.confirmed !== to)
    throw new Stop('unconfirmed', 'The recipient was not confirmed')
}

async function tryAgain(kit: Kit, plan: TransferPlan, transfers: Transfers): Promise<{ fee: Fee; block?: bigint }> {
  const ask = askNetwork(kit, { networkId: plan.transfer.networkId })
  const [fresh, block] = await Promise.all([
    transfers.plan(plan.transfer, ask),
    // Only helps to find a replacement's hash later.
    transfers.height(ask).catch(() => undefined),
  ])
  if (fresh.refusal || !fresh.fee) throw new Stop('refused', 'The network would refuse this transaction')
  if (fresh.arrives !== plan.arrives) throw new Stop('changed', 'What would arrive has changed')
  return { fee: fresh.fee, ...(block === undefined ? {} : { block }) }
}

/** The wallet must answer for this account and stand on this chain, now. */
async function assertPlace(
  kit: Kit,
  {
    connector,
    chain,
    transfers,
    plan,
  }: { connector: Connector; chain: Chain; transfers: Transfers; plan: TransferPlan },
): Promise<void> {
  const { from, networkId } = plan.transfer
  const soon = <T>(work: Promise<T>) => withDeadline(kit.ports.clock, waitMs, work)
  const shared = await soon(connector.accounts())
  if (!shared.some(({ address }) => isSame(chain, address, from)))
    throw new Stop('other_account', 'The wallet does not answer for this account')
  const ask: Ask = ({ method, params }) => soon(connector.request(networkId, method, params))
  const shown = connectedAccount(kit.store.get(), connector.namespace)
  const isShown = shown?.connectorId === connector.id
  if ((await transfers.standsOn(ask)) !== networkId || (isShown && shown.networkId !== networkId))
    throw new Stop('other_chain', 'The wallet is on another network')
}

function isSame(chain: Chain, text: string, address: string): boolean {
  try {
    return chain.parseAddress(text) === address
  } catch {
    // Not an address at all, so not this one.
    return false
  }
}
