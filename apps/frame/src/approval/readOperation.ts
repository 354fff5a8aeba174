import { readBundlerAnswer } from '@billfold/protocol/embedded/bundlerAnswers'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { KitError } from '@billfold/protocol/error'
import type { Hex } from '../evm/signHash.ts'
import type { SmartCall } from '../smart/encodeCalls.ts'
import { type Chain, type PreparedOperation, prepareOperation } from '../smart/prepareOperation.ts'
import { sendOperation } from '../smart/sendOperation.ts'
import type { SmartAccount } from '../smart/smartAccountOf.ts'
import type { ApprovalView, ReadRequest, ViewRow } from './approvalView.ts'
import { describeCalls } from './describeCalls.ts'
import { coins } from './describeFacts.ts'
import { networkView } from './networkView.ts'
import type { ReadDeps } from './readDeps.ts'

type Asked = {
  account: SmartAccount
  calls: readonly SmartCall[]
  chain: Chain
  /** What the page is answered with, once the operation is on its way. */
  answer(hash: Hex): unknown
}

/** Calls of a smart account, all or none of them: tried on the chain, told one by one and in sum, signed as one operation. */
export async function readOperation({ account, calls, chain, answer }: Asked, deps: ReadDeps): Promise<ReadRequest> {
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
const longestMs = 120_000

/** The transaction that an operation became part of. No one knows it before: who sends operations chooses it. */
export async function transactionOf(hash: Hex, { bundler }: Chain): Promise<string> {
  const end = Date.now() + longestMs
  while (Date.now() < end) {
    const told = await bundler('eth_getUserOperationReceipt', [hash]).catch(() => null)
    if (told) {
      const { success, receipt } = readBundlerAnswer('receipt', told)
      const hash = receipt.transactionHash
      if (success) return hash
      // The transaction itself went through: a page that looks at that alone would take it for done.
      throw new KitError('transaction_rejected', { message: `The operation was reverted in the transaction ${hash}.` })
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new KitError('timeout')
}

async function viewOf(
  prepared: PreparedOperation,
  { node, others = [] }: Chain,
  deps: ReadDeps,
): Promise<ApprovalView> {
  const { network, speech } = deps
  const { say } = speech
  const { account, calls, op, createsAccount } = prepared
  const own = account.address
  // An account that is not there yet cannot be told to run them: each is tried in its name. Later it runs them as it will.
  const trial = createsAccount
    ? calls.map((call) => ({ from: own, ...call }))
    : [{ from: smartAccountContracts.entryPoint, to: own, value: 0n, data: op.callData }]
  const { words, rows, ...described } = await describeCalls({ calls, own, trial }, deps, [node, ...others])
  const row = (label: string, value: string, kind: ViewRow['kind'] = 'text'): ViewRow => ({ label, value, kind })
  return {
    title: calls.length > 1 ? say('titleTransactions', { count: String(calls.length) }) : say('titleTransaction'),
    ...{ account: own, ...networkView(network), ...described },
    rows: [
      ...rows,
      row(say('maxFee'), prepared.feePayer === 'sponsor' ? say('sponsored') : coins(prepared.maxFee, words)),
      ...(createsAccount ? [row('', say('becomesSmart')), row(say('contract'), codeOf(account), 'address')] : []),
    ],
    details: [row(say('nonce'), op.nonce.toString()), row(say('data'), op.callData, 'code')],
    approveLabel: say('approve'),
  }
}

/** The code that an account runs from its first operation on. */
const codeOf = ({ kind }: SmartAccount): string =>
  kind === '7702' ? smartAccountContracts.implementation7702 : smartAccountContracts.factory4337
