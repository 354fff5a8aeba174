import { toAddress, toInt, toUint, toUints, toWords } from './abiWords.ts'
import { eventTopics } from './eventTopics.ts'
import {
  type ApprovalRow,
  type Hex,
  type SwapRow,
  swapProtocols,
  type TransferRow,
  transferKinds,
} from './indexRows.ts'
import type { NodeLog } from './nodeAnswers.ts'

/** One log's contents; empty for unknown and malformed logs. */
type Decoded = { transfers: TransferRow[]; approval?: ApprovalRow; swap?: SwapRow }

/** A batch with more parts is an attack on the reader and not a collection. */
const maxParts = 1_000
const zero: Hex = '0x0000000000000000000000000000000000000000'
const nothing: Decoded = { transfers: [] }

/** The same on every chain. */
const permit2: Hex = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Decodes one log. Any contract may emit anything: the result is its claim, in a form that can be stored. */
export function decodeLog(log: NodeLog, wrappedNative?: Hex): Decoded {
  const words = toWords(log.data)
  if (!words) return nothing
  switch (log.topics[0]) {
    case eventTopics.transfer:
      return { transfers: plainTransfer(log, words) }
    case eventTopics.transferSingle:
      return { transfers: multiTransfer(log, [toUint(words[0])], [toUint(words[1])]) }
    case eventTopics.transferBatch:
      return { transfers: multiTransfer(log, toUints(words, 0, maxParts), toUints(words, 1, maxParts)) }
    case eventTopics.approval:
      return { transfers: [], ...optional('approval', plainApproval(log, words)) }
    case eventTopics.approvalForAll:
      return { transfers: [], ...optional('approval', wholeApproval(log, words)) }
    case eventTopics.permit2Approval:
      // Any contract may emit the same: only Permit2's own has a known meaning.
      return log.address === permit2 ? { transfers: [], ...optional('approval', permit2Approval(log, words)) } : nothing
    case eventTopics.swapV2:
      return { transfers: [], ...optional('swap', swapV2(log, words)) }
    case eventTopics.swapV3:
      return { transfers: [], ...optional('swap', swapV3(log, words)) }
    case eventTopics.deposit:
    case eventTopics.withdrawal:
      // All kinds of vaults log the same events; their meaning is known only for the wrapped coin.
      return log.address === wrappedNative ? { transfers: wrapping(log, words) } : nothing
    default:
      return nothing
  }
}

const placeOf = ({ blockNumber, transactionIndex, logIndex }: NodeLog) => ({
  block: blockNumber,
  txIndex: transactionIndex,
  logIndex,
})

function plainTransfer(log: NodeLog, words: string[]): TransferRow[] {
  const sender = toAddress(log.topics[1])
  const recipient = toAddress(log.topics[2])
  if (!sender || !recipient) return []
  const row = { ...placeOf(log), part: 0, token: log.address, sender, recipient }
  const tokenId = toUint(log.topics[3])
  if (tokenId !== undefined) return [{ ...row, kind: transferKinds.erc721, tokenId, amount: 1n }]
  const amount = words.length === 1 ? toUint(words[0]) : undefined
  return amount === undefined ? [] : [{ ...row, kind: transferKinds.erc20, tokenId: null, amount }]
}

function multiTransfer(log: NodeLog, ids?: (bigint | undefined)[], amounts?: (bigint | undefined)[]): TransferRow[] {
  const sender = toAddress(log.topics[2])
  const recipient = toAddress(log.topics[3])
  if (!sender || !recipient || !ids || ids.length !== amounts?.length) return []
  const rows: TransferRow[] = []
  for (const [part, tokenId] of ids.entries()) {
    const amount = amounts[part]
    if (tokenId === undefined || amount === undefined) return []
    const kind = transferKinds.erc1155
    rows.push({ ...placeOf(log), part, kind, token: log.address, sender, recipient, tokenId, amount })
  }
  return rows
}

function wrapping(log: NodeLog, words: string[]): TransferRow[] {
  const holder = toAddress(log.topics[1])
  const amount = words.length === 1 ? toUint(words[0]) : undefined
  if (!holder || amount === undefined) return []
  const isMade = log.topics[0] === eventTopics.deposit
  const [sender, recipient] = isMade ? [zero, holder] : [holder, zero]
  const kind = transferKinds.erc20
  return [{ ...placeOf(log), part: 0, kind, token: log.address, sender, recipient, tokenId: null, amount }]
}

function plainApproval(log: NodeLog, words: string[]): ApprovalRow | undefined {
  const owner = toAddress(log.topics[1])
  const spender = toAddress(log.topics[2])
  if (!owner || !spender) return undefined
  const row = { ...placeOf(log), token: log.address, owner, spender }
  const tokenId = toUint(log.topics[3])
  if (tokenId !== undefined) return { ...row, amount: null, tokenId }
  const amount = words.length === 1 ? toUint(words[0]) : undefined
  return amount === undefined ? undefined : { ...row, amount, tokenId: null }
}

function wholeApproval(log: NodeLog, words: string[]): ApprovalRow | undefined {
  const owner = toAddress(log.topics[1])
  const spender = toAddress(log.topics[2])
  const isGiven = words.length === 1 ? toUint(words[0]) : undefined
  if (!owner || !spender || isGiven === undefined) return undefined
  return { ...placeOf(log), token: log.address, owner, spender, amount: isGiven === 0n ? 0n : null, tokenId: null }
}

function permit2Approval(log: NodeLog, words: string[]): ApprovalRow | undefined {
  const [owner, token, spender] = log.topics.slice(1).map(toAddress)
  const amount = words.length === 2 ? toUint(words[0]) : undefined
  if (!owner || !token || !spender || amount === undefined) return undefined
  return { ...placeOf(log), token, owner, spender, amount, tokenId: null }
}

function swapV2(log: NodeLog, words: string[]): SwapRow | undefined {
  const recipient = toAddress(log.topics[2])
  const [in0, in1, out0, out1] = words.map(toUint)
  if (!recipient || in0 === undefined || in1 === undefined || out0 === undefined || out1 === undefined) return undefined
  const protocol = swapProtocols.uniswapV2
  return { ...placeOf(log), protocol, pool: log.address, recipient, amount0: in0 - out0, amount1: in1 - out1 }
}

function swapV3(log: NodeLog, words: string[]): SwapRow | undefined {
  const recipient = toAddress(log.topics[2])
  const amount0 = toInt(words[0])
  const amount1 = toInt(words[1])
  if (!recipient || words.length !== 5 || amount0 === undefined || amount1 === undefined) return undefined
  return { ...placeOf(log), protocol: swapProtocols.uniswapV3, pool: log.address, recipient, amount0, amount1 }
}

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }
