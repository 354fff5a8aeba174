import { askNetwork } from '../../askNetwork.ts'
import type { TransferCall } from '../../chains/transfers.ts'
import { askToSend } from '../../sending/askToSend.ts'
import { asOne } from '../../sending/batchesOf.ts'
import type { Approvals } from './findApprovals.ts'
import { isLeft, keepLeftSwap, readLeftSwap } from './leftSwap.ts'
import { notSent } from './notSent.ts'
import { halt, type SwapDesk, turnToWallet } from './swapDesk.ts'
import type { SwapOrder } from './swapOrder.ts'

/** How long the wallet and its user may take. */
const passOnMs = 1_800_000

/** Asks the wallet for the swap, with its approvals where they are carried out as one; from then on the kit follows it. */
export async function askForSwap(desk: SwapDesk, approvals: Approvals, built: TransferCall): Promise<string> {
  const { order, networkId, transfers } = desk
  const { batches } = approvals
  const before = batches ? approvalsOf(desk, approvals, built) : []
  const call = await tryOut(desk, [...before, built])
  await turnToWallet(desk, 'asking')
  const asked = batches ? asOne(batches, [...before, call], desk) : { request: transfers.request(call, networkId) }
  return remembered(desk, () =>
    askToSend(desk, { ...asked, call, transaction: { kind: 'swap', meant: meantBy(order) } }),
  )
}

/** From when the wallet has it until it has answered, a reloaded page knows that the wallet may still send it. */
async function remembered({ kit, order, networkId, source }: SwapDesk, ask: () => Promise<string>): Promise<string> {
  const before = readLeftSwap(kit, { networkId, address: source.address })
  const approval = isLeft(before, order) ? before?.approval : undefined
  const approved = approval === undefined ? {} : { approval }
  const left = keepLeftSwap(kit, order, { step: 'asking', ...approved })
  try {
    const hash = await ask()
    left.end()
    return hash
  } catch (e) {
    if (notSent(e)) left.end(approval === undefined ? undefined : { step: 'approved', ...approved })
    throw e
  }
}

/** By the wallet's or the network's own node, whatever our server says that it tried; the gas is by that node too. */
async function tryOut(
  { kit, judge, networkId, signal }: SwapDesk,
  calls: readonly TransferCall[],
): Promise<TransferCall> {
  const tried = await judge.tryOut(calls, askNetwork(kit, { networkId, signal }))
  if (!tried) throw halt('changed', 'The network would reject this swap now')
  return tried
}

/** Tries a swap out before its permission is signed, with a transaction in the place of the signature. */
export async function rehearse(desk: SwapDesk, swap: TransferCall): Promise<void> {
  await tryOut(desk, [...insteadOfPermit(desk, swap), swap])
}

/** What goes before the swap in the same breath. There a transaction stands for each signature: it holds for accounts of every kind. */
const approvalsOf = (desk: SwapDesk, { calls }: Approvals, swap: TransferCall): TransferCall[] => {
  const approved = calls.map((approval) => approval.call)
  return desk.order.quote.permit === 'permit2' ? [...approved, ...insteadOfPermit(desk, swap)] : approved
}

function insteadOfPermit({ kit, order, source, swaps }: SwapDesk, swap: TransferCall): TransferCall[] {
  const { from, amount, quote } = order
  const { permit, spender } = quote
  if (!permit || from.address === undefined || !spender || !swaps.allowances) return []
  const shown = { owner: source.address, token: from.address, spender, amount }
  return [swaps.allowances.insteadOf(permit, swap, shown, kit.ports.clock.now() + passOnMs)]
}

/** What the kit remembers of the swap: what comes out of it, and what went in. */
function meantBy({ source, from, to, amount, quote }: SwapOrder) {
  return {
    to: source.address,
    amount: quote.toAmount,
    symbol: to.symbol,
    decimals: to.decimals,
    ...(to.address ? { token: to.address } : {}),
    paid: {
      amount: `${amount}`,
      symbol: from.symbol,
      decimals: from.decimals,
      ...(from.address ? { token: from.address } : {}),
    },
  }
}
