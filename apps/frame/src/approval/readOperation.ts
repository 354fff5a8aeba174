import { readBundlerAnswer } from '@billfold/protocol/embedded/bundlerAnswers'
import { KitError } from '@billfold/protocol/error'
import type { Hex } from '../evm/signHash.ts'
import type { SmartCall } from '../smart/encodeCalls.ts'
import { type Chain, type PreparedOperation, prepareOperation } from '../smart/prepareOperation.ts'
import { sendOperation } from '../smart/sendOperation.ts'
import type { SmartAccount } from '../smart/smartAccountOf.ts'
import type { ApprovalView, ReadRequest, ViewRow } from './approvalView.ts'
import { describeEvmCall, type EvmFact } from './describeEvmCall.ts'
import { changesOf, coins, lineOf, tokensIn } from './describeFacts.ts'
import type { ReadDeps } from './readDeps.ts'
import { readToken } from './readToken.ts'

type Asked = {
  account: SmartAccount
  calls: readonly SmartCall[]
  chain: Chain
  /** What the page is answered with, once the operation is on its way. */
  answer(hash: Hex): unknown
}

/** Calls of a smart account, all or none of them: told one by one and in sum, signed as one operation. */
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

/** The transaction that an operation became part of. Nobody knows it before: who sends operations chooses it. */
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

async function viewOf(prepared: PreparedOperation, chain: Chain, deps: ReadDeps): Promise<ApprovalView> {
  const { network, speech } = deps
  const { say } = speech
  const { account, calls, op } = prepared
  const facts = calls.flatMap((call) => describeEvmCall(call))
  const tokens = new Map(
    await Promise.all(
      tokensIn(facts).map(
        async (token) => [token, await readToken(token, (method, params) => chain.node(method, params))] as const,
      ),
    ),
  )
  const words = { speech, coin: network.coin, own: account.address, tokens }
  const row = (label: string, value: string, kind: ViewRow['kind'] = 'text'): ViewRow => ({ label, value, kind })
  const isBatch = calls.length > 1
  return {
    title: isBatch ? say('titleTransactions', { count: String(calls.length) }) : say('titleTransaction'),
    ...{ network: network.name, account: account.address },
    changes: changesOf(summed(facts), words),
    lines: facts.length > 0 ? facts.map((fact) => lineOf(fact, words)) : [{ text: say('nothing'), rows: [] }],
    rows: [
      row(say('maxFee'), prepared.feePayer === 'sponsor' ? say('sponsored') : coins(prepared.maxFee, words)),
      ...(prepared.createsAccount ? [row('', say('becomesSmart'))] : []),
    ],
    details: [row(say('nonce'), op.nonce.toString()), row(say('data'), op.callData, 'code')],
    approveLabel: say('approve'),
  }
}

/** Payments of the same to the same side, added up: a batch is judged by what it takes in all. */
function summed(facts: readonly EvmFact[]): EvmFact[] {
  const sums = new Map<string, EvmFact>()
  for (const fact of facts) {
    if (fact.kind !== 'pays' && fact.kind !== 'sendsToken') continue
    const side = fact.kind === 'pays' ? 'coin' : [fact.token, fact.from ?? '', fact.to].join()
    const before = sums.get(side)
    sums.set(
      side,
      before && 'amount' in before ? ({ ...fact, amount: (before.amount as bigint) + fact.amount } as EvmFact) : fact,
    )
  }
  return [...sums.values()]
}
