import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { describeTransaction } from '@billfold/protocol/solana/describeTransaction'
import { readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { DescribedRequest, ViewChange, ViewLine } from './approvalView.ts'
import { solanaLines } from './describeSolana.ts'
import { networkView } from './networkView.ts'
import { type PinnedTokens, pinnedTokens } from './pinnedTokens.ts'
import type { RequestContext } from './requestContext.ts'
import { sendSigned } from './sendSigned.ts'
import { readEffects, type SolanaEffects } from './solanaEffects.ts'

type SolanaRequest = { transactions: readonly string[]; isSent: boolean; options?: Record<string, unknown> | undefined }

/** Solana transactions, one or several: decoded and simulated; signed after approval, and sent if requested. */
export async function readSolanaTransactions(
  request: SolanaRequest,
  deps: Omit<RequestContext, 'smart'>,
  signal: AbortSignal,
): Promise<DescribedRequest> {
  const { network, person, speech, node, wallet } = deps
  const { say } = speech
  const transactions = request.transactions.map((text) => decodeBase58(text))
  for (const bytes of transactions)
    if (!readSolanaTransaction(bytes).signers.includes(person.solanaAddress))
      refuse('This wallet is not a signer of the transaction')
  const [described = [], ...others] = await Promise.all(
    [node, ...deps.otherNodes(network.id)].map((each, at) => {
      const ask = (question: { method: string; params: unknown }) => each(network.id, question, signal)
      const reading = Promise.all(transactions.map((bytes) => describeTransaction(bytes, ask)))
      // The operator's own nodes only confirm.
      return at === 0 ? reading : reading.catch(() => undefined)
    }),
  )
  const fee = described.reduce((sum, each) => sum + (each.signers[0] === person.solanaAddress ? each.fee : 0n), 0n)
  const failing = described.find(({ tried }) => tried && 'error' in tried)
  const own = person.solanaAddress
  const pinned = await pinnedTokens(network)
  const read = described.map((each, at) => {
    const confirming = others.flatMap((other) => other?.[at] ?? [])
    return readEffects(each, confirming, own)
  })
  const lines = described.flatMap((each, at): ViewLine[] => [
    ...(described.length > 1 ? [{ text: `${at + 1} / ${described.length}`, rows: [] }] : []),
    ...(read[at]!.isChecked ? [] : [{ text: say('unchecked'), tone: 'danger' as const, rows: [] }]),
    ...solanaLines(each, own, speech),
    ...read[at]!.control.flatMap((fact) => solanaLines({ facts: [fact] }, own, speech)).map((line) => ({
      ...line,
      ...(read[at]!.isUnverified && { isUnverified: true }),
    })),
    ...read[at]!.seizable.map(
      ({ mint, delegate }): ViewLine => ({
        ...{ text: say('seizable'), tone: 'caution' },
        rows: [
          { label: say('spender'), value: delegate, kind: 'address' },
          { label: say('token'), value: mint, kind: 'address' },
        ],
      }),
    ),
  ])
  const mustConfirm = [
    ...(described.some(({ facts }) => facts.some(({ kind }) => kind === 'unknown')) ? [say('callUnknown')] : []),
    ...(read.some(({ isChecked }) => !isChecked) ? [say('unchecked')] : []),
    ...(read.some(({ differs }) => differs) ? [say('simulationDiffers')] : []),
    ...(read.some(({ isDisputed }) => isDisputed) ? [say('sourcesDiffer')] : []),
  ]
  return {
    view: {
      title:
        described.length > 1 ? say('titleTransactions', { count: String(described.length) }) : say('titleTransaction'),
      ...{ ...networkView(network), account: own, lines, ...(mustConfirm.length > 0 && { mustConfirm }) },
      changes: read.flatMap((each) => changesOf(each, pinned, deps)),
      rows: fee > 0n ? [{ label: say('maxFee'), value: `${speech.amount(fee, 9)} SOL`, kind: 'text' }] : [],
      details: request.transactions.map((value) => ({ label: say('data'), value, kind: 'code' })),
      // One of several may depend on an earlier one, so its own simulation proves nothing.
      ...(failing && described.length === 1 ? { obstacle: say('wouldFailPlain') } : {}),
      approveLabel: say('approve'),
    },
    async finish(stop) {
      const signed = await wallet.sign({ kind: 'solanaTransactions', transactions })
      const [first] = signed
      if (!first || signed.length !== transactions.length) throw new KitError('internal')
      if (!request.isSent) return { transactions: signed.map((bytes) => encodeBase58(bytes)) }
      if (stop.aborted) throw new KitError('aborted')
      const signature = encodeBase58(readSolanaTransaction(first).signatures[0]!)
      const send = {
        method: 'sendTransaction',
        params: [encodeBase64(first), { ...request.options, encoding: 'base64' }],
      }
      const lookUp = { method: 'getSignatureStatuses', params: [[signature]] }
      await sendSigned(send, (question) => node(network.id, question), lookUp)
      return { signature }
    },
  }
}

/** This account's gains and losses. An unlisted mint has only its address. */
function changesOf(
  { changes, isUnverified }: SolanaEffects,
  pinned: PinnedTokens,
  { person, speech }: Omit<RequestContext, 'smart'>,
): ViewChange[] {
  const own = person.solanaAddress
  const change = (amount: bigint, decimals: number, unit: string): ViewChange => ({
    ...{ isGain: amount > 0n, amount: speech.amount(amount < 0n ? -amount : amount, decimals), unit },
    ...(isUnverified && { isUnverified }),
  })
  return [
    ...changes.coins
      .filter(({ account, lamports }) => account === own && lamports !== 0n)
      .map(({ lamports }) => ({ ...change(lamports, 9, 'SOL'), icon: 'SOL' })),
    ...changes.tokens
      .filter(({ owner, amount }) => owner === own && amount !== 0n)
      .map(({ amount, decimals, mint }) => {
        const known = pinned.find(mint)
        return {
          ...{ ...change(amount, known?.decimals ?? decimals ?? 0, known?.symbol ?? ''), note: mint },
          ...(known && { icon: known.symbol }),
        }
      }),
  ]
}

function refuse(message: string): never {
  throw new KitError('invalid_input', { message })
}
