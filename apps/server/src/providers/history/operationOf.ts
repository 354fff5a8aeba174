import type { Hex } from '../../indexer/indexRows.ts'

type Movement = { direction: 'in' | 'out' | 'self'; isNft: boolean; counterpart: Hex; asset: string }

const nobody = /^0x(?:0{40}|0{36}dead|dead0{36}|0*)$/
/** The intent of a call that failed without a trace. */
const intents: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'send', // transfer(address,uint256)
  '0x095ea7b3': 'approve', // approve(address,uint256)
  '0xa22cb465': 'approve', // setApprovalForAll(address,bool)
  '0x42842e0e': 'send', // safeTransferFrom(address,address,uint256)
  '0xf242432a': 'send', // safeTransferFrom(address,address,uint256,uint256,bytes)
}

/**
 * Names a transaction's operation for an account, in the clients' terms: by what moved, not by what it claims to be.
 */
export function operationOf(transaction: {
  isCreation: boolean
  succeeded: boolean
  selector: Hex | null
  /** Whether the account itself sent it. */
  isOwn: boolean
  approves: boolean
  moved: readonly Movement[]
}): string {
  const { moved, isOwn } = transaction
  const incoming = moved.filter(({ direction }) => direction === 'in')
  const outgoing = moved.filter(({ direction }) => direction === 'out')
  if (!transaction.succeeded)
    return transaction.isCreation
      ? 'deploy'
      : transaction.selector
        ? (intents[transaction.selector] ?? 'execute')
        : 'send'
  if (incoming.length > 0 && outgoing.length > 0)
    return incoming.some(({ asset }) => outgoing.every((out) => out.asset !== asset)) ? 'trade' : 'execute'
  if (incoming.length > 0)
    return incoming.every((m) => m.isNft && nobody.test(m.counterpart)) && isOwn ? 'mint' : 'receive'
  if (outgoing.length > 0) {
    if (transaction.isCreation) return 'deploy'
    return outgoing.every(({ counterpart }) => nobody.test(counterpart)) ? 'burn' : 'send'
  }
  if (moved.length > 0) return 'send'
  if (transaction.isCreation) return 'deploy'
  if (transaction.approves) return 'approve'
  return transaction.selector ? 'execute' : 'send'
}
