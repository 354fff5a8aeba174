import { tokenId } from '@billfold/protocol/nativeCoin'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { batchesOf } from '../../flows/batchesOf.ts'
import { untilSettled } from '../../flows/untilSettled.ts'
import type { Transaction } from '../../model/transactions.ts'
import type { Approval, ApprovalContext, Approvals } from './approvals.ts'
import { assertUnaltered } from './approve.ts'
import { fromServer, haltOver, type SwapContext } from './swapContext.ts'

/** The missing approvals: none, one, or a reset and one. Each is verified to be for the exact amount. */
export async function findApprovals(desk: ApprovalContext, findBatches = batchesOf): Promise<Approvals> {
  const calls = needsApproval(desk) && !approvalOnWay(desk) ? await missingApprovals(desk) : []
  return { calls, batches: calls.length > 0 || isSmart(desk) ? await findBatches(desk) : undefined }
}

/** Waits for an approval that was already sent, even before a reload, so that no one is prompted twice. */
export async function awaitApproval(desk: SwapContext): Promise<void> {
  const sent = needsApproval(desk) ? approvalOnWay(desk) : undefined
  if (!sent) return
  desk.step('approved')
  await untilSettled(desk.kit, sent.hash, desk.signal)
  assertUnaltered(desk, sent.hash)
}

/** The visitor's own pending approval of the same amount. */
function approvalOnWay({ kit, networkId, source, order }: ApprovalContext): Transaction | undefined {
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

const isSmart = ({ source }: ApprovalContext) => source.type === 'smartAccount'

/**
 * The native coin needs no approval, nor does a token with permits, for EOAs: such tokens do not verify contract
 * signatures.
 */
const needsApproval = (desk: ApprovalContext) => {
  const { from, quote } = desk.order
  return desk.swaps.allowances && from.address !== undefined && (quote.permit !== 'eip2612' || isSmart(desk))
}

async function missingApprovals(desk: ApprovalContext): Promise<readonly Approval[]> {
  const { kit, order, swaps, networkId, source } = desk
  const { from, to, amount } = order
  const spender = spenderOf(desk)
  const [sold, bought] = [from, to].map(({ address }) => tokenId(networkId, address)) as [string, string]
  const owner = `${networkId}:${source.address}`
  const { allowance } = await fromServer(kit.api.getSwapAllowance({ tokenAddress: sold, userAddress: owner, spender }))
  if (BigInt(allowance) >= amount) return []
  const input = { userAddress: owner, from: sold, to: bought, amount: `${amount}`, spender }
  const { tx, reset } = await fromServer(kit.api.buildSwapApproval(input))
  const shown = { owner: source.address, token: from.address ?? '', spender }
  const built = [...(reset ? [{ ...reset, amount: 0n }] : []), { to: tx.to, data: tx.data, amount }]
  return built.map(({ to: place, data, amount: most }) => {
    const call = swaps.allowances?.approval({ to: place.split(':')[2] ?? '', data }, { ...shown, amount: most })
    if (!call) throw haltOver({ in: 'approval' }, 'The approval is not the one that was shown')
    return { call, amount: most }
  })
}

/** The spender of the tokens. */
export function spenderOf({ order: { quote } }: ApprovalContext): string {
  if (!quote.spender) throw haltOver({ in: 'spender' }, 'The quote does not say who takes the tokens')
  return quote.spender
}
