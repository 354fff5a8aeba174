import type { Batches } from '../../chains/swaps.ts'
import type { TransferCall } from '../../model/transfer.ts'
import type { SwapContext } from './swapContext.ts'

/** A missing approval; of zero if an old one must be reset first. */
export type Approval = { call: TransferCall; amount: bigint }

export type Approvals = {
  calls: readonly Approval[]
  /** How the wallet executes approvals and swap atomically; absent if it cannot. */
  batches?: Batches | undefined
}

/** Context for finding approvals: of a swap, or of its preview. */
export type ApprovalContext = Pick<
  SwapContext,
  'kit' | 'networkId' | 'source' | 'order' | 'chain' | 'connector' | 'swaps'
>
