import { KitError } from '@billfold/protocol/error'
import type { FrameTransaction } from '@billfold/protocol/frame/frameRpc'
import type { ApprovalView, ReadRequest, ViewRow } from './approvalView.ts'
import { describeEvmCall } from './describeEvmCall.ts'
import { changesOf, coins, lineOf, simulatedChanges, tokensIn } from './describeFacts.ts'
import { type AskEvm, type FilledTransaction, fillTransaction, mostFee } from './fillTransaction.ts'
import type { ReadDeps } from './readDeps.ts'
import { readToken } from './readToken.ts'
import { sendSigned } from './sendSigned.ts'
import { simulateChanges } from './simulateChanges.ts'

/** `eth_sendTransaction`: filled from the chain, told in words, signed and sent after a yes. */
export async function readEvmTransaction(
  asked: FrameTransaction,
  deps: ReadDeps,
  signal: AbortSignal,
): Promise<ReadRequest> {
  const { network, person, node, wallet } = deps
  const ask: AskEvm = (method, params) => node(network.id, { method, params }, signal)
  const chainId = BigInt(network.id.slice('eip155:'.length))
  const filled = await fillTransaction(asked, { address: person.evmAddress, chainId }, ask)
  const { transaction } = filled
  const view = await viewOf(filled, deps, ask)
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
  { transaction, balance, failure }: FilledTransaction,
  { network, person, speech }: ReadDeps,
  ask: AskEvm,
): Promise<ApprovalView> {
  const { say } = speech
  const facts = describeEvmCall(transaction)
  const { to, value, data } = transaction
  // A plain payment does what it says; what code does is tried.
  const isTried = failure === undefined && data !== '0x'
  const simulated = isTried ? await simulateChanges({ from: person.evmAddress, to, value, data }, ask) : undefined
  const touched = [...tokensIn(facts), ...(simulated ?? []).flatMap(({ token }) => token ?? [])]
  const tokens = new Map(
    await Promise.all([...new Set(touched)].map(async (token) => [token, await readToken(token, ask)] as const)),
  )
  const words = { speech, coin: network.coin, own: person.evmAddress, tokens }
  const fee = mostFee(transaction)
  const obstacle = obstacleOf()
  const row = (label: string, value: string): ViewRow => ({ label, value, kind: 'text' })
  return {
    ...{ title: say('titleTransaction'), network: network.name, account: person.evmAddress },
    changes: simulated ? simulatedChanges(simulated, words) : changesOf(facts, words),
    lines: facts.length > 0 ? facts.map((fact) => lineOf(fact, words)) : [{ text: say('nothing'), rows: [] }],
    rows: [
      ...(isTried && !simulated ? [row('', say('unsimulated'))] : []),
      ...(transaction.gas > 0n ? [row(say('maxFee'), coins(fee, words))] : []),
    ],
    details: [
      row(say('nonce'), transaction.nonce.toString()),
      row(say('gas'), transaction.gas.toString()),
      ...(transaction.data === '0x' ? [] : [{ label: say('data'), value: transaction.data, kind: 'code' as const }]),
    ],
    ...(obstacle === undefined ? {} : { obstacle }),
    approveLabel: say('approve'),
  }

  function obstacleOf(): string | undefined {
    if (balance < transaction.value + fee) return say('notEnough', { coin: network.coin.symbol })
    if (failure !== undefined) return say('wouldFail', { reason: failure })
    return undefined
  }
}
