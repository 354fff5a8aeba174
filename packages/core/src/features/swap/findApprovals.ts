import { tokenId } from '@billfold/protocol/nativeCoin'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Batches } from '../../chains/swaps.ts'
import type { TransferCall } from '../../chains/transfers.ts'
import { batchesOf } from '../../sending/batchesOf.ts'
import { untilSettled } from '../../sending/untilSettled.ts'
import type { Transaction } from '../transactions/transactions.ts'
import { assertUnaltered } from './approve.ts'
import { fromServer, haltOver, type SwapDesk } from './swapDesk.ts'

/** A permission to take tokens that is missing; of nothing where an old one must be withdrawn first. */
export type Approval = { call: TransferCall; amount: bigint }
export type Approvals = {
  calls: readonly Approval[]
  /** How the wallet carries approvals and swap out as one, all of it or nothing; absent where it does not. */
  batches?: Batches | undefined
}

/** What approvals are looked up with: a swap that is carried out, or one that is only previewed. */
export type ApprovalDesk = Pick<SwapDesk, 'kit' | 'networkId' | 'source' | 'order' | 'chain' | 'connector' | 'swaps'>

/** The approvals that are missing: none, one, or a reset and one. Each is checked to be for the exact amount. */
export async function findApprovals(desk: ApprovalDesk, findBatches = batchesOf): Promise<Approvals> {
  const calls = needsApproval(desk) && !approvalOnWay(desk) ? await missingApprovals(desk) : []
  return { calls, batches: calls.length > 0 || isSmart(desk) ? await findBatches(desk) : undefined }
}

/** Waits for an approval that the wallet has sent before, also before a reload: no one is asked twice for the same. */
export async function awaitApproval(desk: SwapDesk): Promise<void> {
  const sent = needsApproval(desk) ? approvalOnWay(desk) : undefined
  if (!sent) return
  desk.step('approved')
  await untilSettled(desk.kit, sent.hash, desk.signal)
  assertUnaltered(desk, sent.hash)
}

/** The visitor's own approval of the same, that the chain has not decided on yet. */
function approvalOnWay({ kit, networkId, source, order }: ApprovalDesk): Transaction | undefined {
  const isSame = (a: string | undefined, b: string | undefined) => sameAddress(networkId, a, b)
  return kit.store
    .get()
    .transactions.find(
      ({ kind, status, meant, from, ...each }) =>
        kind === 'approval' &&
        status === 'pending' &&
        each.networkId === networkId &&
        isSame(from, source.address) &&
        meant.token !== undefined &&
        isSame(meant.token, order.from.address) &&
        isSame(meant.to, order.quote.spender) &&
        BigInt(meant.amount) >= order.amount,
    )
}

const isSmart = ({ source }: ApprovalDesk) => source.type === 'smartAccount'

/**
 * The chain's own coin is simply sent, and a token that takes a signature itself needs no transaction before the swap: of a key, that is,
 * since such tokens ask no contract what it signed.
 */
const needsApproval = (desk: ApprovalDesk) => {
  const { from, quote } = desk.order
  return desk.swaps.allowances && from.address !== undefined && (quote.permit !== 'eip2612' || isSmart(desk))
}

async function missingApprovals(desk: ApprovalDesk): Promise<readonly Approval[]> {
  const { kit, order, swaps, networkId, source } = desk
  const { from, to, amount } = order
  const spender = spenderOf(desk)
  const [sold, bought] = [from, to].map(({ address }) => tokenId(networkId, address)) as [string, string]
  const owner = `${networkId}:${source.address}`
  const { allowance } = await fromServer(kit.api.getSwapAllowance({ tokenAddress: sold, userAddress: owner, spender }))
  if (BigInt(allowance) >= amount) return []
  const asked = { userAddress: owner, from: sold, to: bought, amount: `${amount}`, spender }
  const { tx, reset } = await fromServer(kit.api.buildSwapApproval(asked))
  const shown = { owner: source.address, token: from.address ?? '', spender }
  const built = [...(reset ? [{ ...reset, amount: 0n }] : []), { to: tx.to, data: tx.data, amount }]
  return built.map(({ to: place, data, amount: most }) => {
    const call = swaps.allowances?.approval({ to: place.split(':')[2] ?? '', data }, { ...shown, amount: most })
    if (!call) throw haltOver({ in: 'approval' }, 'The approval is not the one that was shown')
    return { call, amount: most }
  })
}

/** Who takes the tokens. */
export function spenderOf({ order: { quote } }: ApprovalDesk): string {
  if (!quote.spender) throw haltOver({ in: 'spender' }, 'The quote does not say who takes the tokens')
  return quote.spender
}
