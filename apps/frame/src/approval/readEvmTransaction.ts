import { KitError } from '@billfold/protocol/error'
import type { FrameTransaction } from '@billfold/protocol/frame/frameRpc'
import type { ApprovalView, ReadRequest, ViewRow } from './approvalView.ts'
import { describeCalls } from './describeCalls.ts'
import { coins } from './describeFacts.ts'
import { type AskEvm, type FilledTransaction, fillTransaction, mostFee } from './fillTransaction.ts'
import { networkView } from './networkView.ts'
import type { ReadDeps } from './readDeps.ts'
import { sendSigned } from './sendSigned.ts'

/** `eth_sendTransaction`: filled from the chain, told in words, signed and sent after a yes. */
export async function readEvmTransaction(
  asked: FrameTransaction,
  deps: ReadDeps,
  signal: AbortSignal,
): Promise<ReadRequest> {
  const { network, person, node, otherNodes, wallet } = deps
  const [ask, ...others] = [node, ...otherNodes(network.id)].map(
    (each): AskEvm =>
      (method, params) =>
        each(network.id, { method, params }, signal),
  )
  const sources = [ask!, ...others] as const
  const chainId = BigInt(network.id.slice('eip155:'.length))
  const filled = await fillTransaction(asked, { address: person.evmAddress, chainId }, sources)
  const { transaction } = filled
  const view = await viewOf(filled, deps, sources)
  return {
    view,
    async finish(stop) {
      const { raw, hash } = await wallet.sign({ kind: 'evmTransaction', transaction })
      if (stop.aborted) throw new KitError('aborted')
      await sendSigned({ method: 'eth_sendRawTransaction', params: [raw] }, (question) => node(network.id, question), {
        method: 'eth_getTransactionByHash',
        params: [hash],
      })
      return hash
    },
  }
}

async function viewOf(
  { transaction, balance, failure, isOverpriced }: FilledTransaction,
  { network, person, speech }: ReadDeps,
  sources: readonly AskEvm[],
): Promise<ApprovalView> {
  const { say } = speech
  const own = person.evmAddress
  const { to, value, data } = transaction
  const trial = failure === undefined ? [{ from: own, to, value, data }] : []
  const {
    words,
    rows,
    obstacle: failed,
    ...described
  } = await describeCalls({ calls: [transaction], own, trial }, { network, speech }, sources)
  const fee = mostFee(transaction)
  const obstacle = obstacleOf()
  const row = (label: string, value: string): ViewRow => ({ label, value, kind: 'text' })
  return {
    ...{ title: say('titleTransaction'), account: own, ...networkView(network), ...described },
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
