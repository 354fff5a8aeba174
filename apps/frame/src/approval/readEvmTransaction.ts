import { KitError } from '@billfold/protocol/error'
import type { FrameTransaction } from '@billfold/protocol/frame/frameRpc'
import type { ApprovalView, DescribedRequest, ViewRow } from './approvalView.ts'
import { describeCalls } from './describeCalls.ts'
import { coins } from './describeFacts.ts'
import { type FilledTransaction, fillTransaction, maxFee, type QueryEvm } from './fillTransaction.ts'
import { networkView } from './networkView.ts'
import type { RequestContext } from './requestContext.ts'
import { sendSigned } from './sendSigned.ts'

/** `eth_sendTransaction`: completed from the chain and described; signed and sent after approval. */
export async function readEvmTransaction(
  request: FrameTransaction,
  deps: RequestContext,
  signal: AbortSignal,
): Promise<DescribedRequest> {
  const { network, person, node, otherNodes, wallet } = deps
  const [query, ...others] = [node, ...otherNodes(network.id)].map(
    (each): QueryEvm =>
      (method, params) =>
        each(network.id, { method, params }, signal),
  )
  const sources = [query!, ...others] as const
  const chainId = BigInt(network.id.slice('eip155:'.length))
  const filled = await fillTransaction(request, { address: person.evmAddress, chainId }, sources)
  const { transaction } = filled
  const view = await viewOf(filled, deps, sources)
  return {
    view,
    async finish(stop) {
      const { raw, hash } = await wallet.sign({ kind: 'evmTransaction', transaction })
      if (stop.aborted) throw new KitError('aborted')
      await sendSigned({ method: 'eth_sendRawTransaction', params: [raw] }, (call) => node(network.id, call), {
        method: 'eth_getTransactionByHash',
        params: [hash],
      })
      return hash
    },
  }
}

async function viewOf(
  { transaction, balance, failure, isOverpriced }: FilledTransaction,
  { network, person, speech, contracts }: RequestContext,
  sources: readonly QueryEvm[],
): Promise<ApprovalView> {
  const { say } = speech
  const own = person.evmAddress
  const { to, value, data } = transaction
  const trial = failure === undefined ? [{ from: own, to, value, data }] : []
  const {
    words,
    rows,
    isSwap,
    obstacle: failed,
    ...described
  } = await describeCalls({ calls: [transaction], own, trial }, { network, speech, contracts }, sources)
  const fee = maxFee(transaction)
  const obstacle = obstacleOf()
  const row = (label: string, value: string): ViewRow => ({ label, value, kind: 'text' })
  return {
    ...{ title: say(isSwap ? 'titleSwap' : 'titleTransaction'), account: own, ...networkView(network), ...described },
    rows: [...rows, ...(transaction.gas > 0n ? [row(say('maxFee'), coins(fee, words))] : [])],
    details: [
      row(say('nonce'), transaction.nonce.toString()),
      row(say('gas'), transaction.gas.toString()),
      ...(data === '0x' ? [] : [{ label: say('data'), value: data, kind: 'code' as const }]),
    ],
    ...(obstacle === undefined ? {} : { obstacle }),
    approveLabel: say('approve'),
  }

  function obstacleOf(): string | undefined {
    if (isOverpriced) return say('feeTooHigh')
    if (balance < transaction.value + fee) return say('notEnough', { coin: network.coin.symbol })
    if (failure !== undefined) return say('wouldFail', { reason: failure })
    return failed
  }
}
