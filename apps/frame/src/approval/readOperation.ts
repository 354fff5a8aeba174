import { readBundlerAnswer } from '@billfold/protocol/embedded/bundlerAnswers'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import type { Hex } from '../evm/signHash.ts'
import type { SmartCall } from '../smart/encodeCalls.ts'
import { type Chain, type PreparedOperation, prepareOperation } from '../smart/prepareOperation.ts'
import { sendOperation } from '../smart/sendOperation.ts'
import type { SmartAccount } from '../smart/smartAccountOf.ts'
import type { ApprovalView, DescribedRequest, ViewRow } from './approvalView.ts'
import { describeCalls } from './describeCalls.ts'
import { coins } from './describeFacts.ts'
import { networkView } from './networkView.ts'
import type { RequestContext } from './requestContext.ts'

type OperationRequest = {
  account: SmartAccount
  calls: readonly SmartCall[]
  chain: Chain
  /** The result for the page, once the operation was sent. */
  answer(hash: Hex): unknown
}

/** Calls of a smart account, all or none: simulated, described one by one and in sum, and signed as one operation. */
export async function readOperation(
  { account, calls, chain, answer }: OperationRequest,
  deps: RequestContext,
): Promise<DescribedRequest> {
  const prepared = await prepareOperation(account, calls, chain)
  return {
    view: await viewOf(prepared, chain, deps),
    async finish(stop) {
      if (stop.aborted) throw new KitError('aborted')
      return answer(
        await sendOperation(prepared, chain, (op, chainId) => deps.wallet.sign({ kind: 'operation', op, chainId })),
      )
    },
  }
}

const pollMs = 1000
const timeoutMs = 120_000

/** Waits for the transaction that includes an operation: the bundler chooses it. */
export async function transactionOf(hash: Hex, { bundler }: Chain): Promise<string> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    const response = await bundler('eth_getUserOperationReceipt', [hash]).catch(() => null)
    if (response) {
      const { success, receipt } = readBundlerAnswer('receipt', response)
      const hash = receipt.transactionHash
      if (success) return hash
      // The transaction itself succeeded, so a page that checks only that would think the calls did.
      throw new KitError('transaction_rejected', { message: `The operation was reverted in the transaction ${hash}.` })
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new KitError('timeout')
}

async function viewOf(
  prepared: PreparedOperation,
  { node, others = [] }: Chain,
  deps: RequestContext,
): Promise<ApprovalView> {
  const { network, speech } = deps
  const { say } = speech
  const { account, calls, op, createsAccount } = prepared
  const own = account.address
  // An account without code cannot run the calls yet, so simulate each from its address.
  const trial = createsAccount
    ? calls.map((call) => ({ from: own, ...call }))
    : [{ from: smartAccountContracts.entryPoint, to: own, value: 0n, data: op.callData }]
  const { words, rows, isSwap, ...described } = await describeCalls({ calls, own, trial }, deps, [node, ...others])
  const row = (label: string, value: string, kind: ViewRow['kind'] = 'text'): ViewRow => ({ label, value, kind })
  return {
    ...{ title: titleOf(), account: own, ...networkView(network), ...described },
    rows: [
      ...rows,
      row(say('maxFee'), prepared.feePayer === 'sponsor' ? say('sponsored') : coins(prepared.maxFee, words)),
      ...(createsAccount ? [row('', say('becomesSmart')), row(say('contract'), codeOf(account), 'address')] : []),
    ],
    details: [row(say('nonce'), op.nonce.toString()), row(say('data'), op.callData, 'code')],
    approveLabel: say('approve'),
  }

  function titleOf(): string {
    if (isSwap) return say('titleSwap')
    return calls.length > 1 ? say('titleTransactions', { count: String(calls.length) }) : say('titleTransaction')
  }
}

/** The code that an account gets with its first operation. */
const codeOf = ({ kind }: SmartAccount): string =>
  kind === '7702' ? smartAccountContracts.implementation7702 : smartAccountContracts.factory4337
