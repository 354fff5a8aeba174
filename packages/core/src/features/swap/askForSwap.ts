import type { TransferCall } from '../../chains/transfers.ts'
import { askToSend } from '../../sending/askToSend.ts'
import type { Approvals } from './findApprovals.ts'
import { type SwapDesk, type SwapOrder, turnToWallet } from './swapDesk.ts'

/** Asks the wallet for the swap, with its approvals where they are carried out as one; from then on the kit follows it. */
export async function askForSwap(desk: SwapDesk, { calls, asOne }: Approvals, call: TransferCall): Promise<string> {
  await turnToWallet(desk, 'asking')
  const { order, networkId, source, swaps, transfers } = desk
  const batches = asOne ? swaps.batches : undefined
  const all = [...calls.map((approval) => approval.call), call]
  const transaction = { kind: 'swap', meant: meantBy(order) } as const
  if (!batches) return askToSend(desk, { request: transfers.request(call, networkId), call, transaction })
  return askToSend(desk, {
    request: batches.request(all, source.address, networkId),
    read: async (answer) => batchOf(batches.readId(answer)),
    call,
    transaction,
  })
}

/** The wallet's own name for a batch, by which the kit follows it until the chain has one. */
const batchOf = (id: string) => ({ hash: id, batch: id })

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
