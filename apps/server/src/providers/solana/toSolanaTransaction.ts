import type { Transaction, Transfer } from '@billfold/protocol/api/history'
import { cleanText } from '@billfold/protocol/cleanText'
import { decimalOf } from '@billfold/protocol/decimalOf'
import type { ListedToken, ServerChain } from '../../chains/serverChain.ts'
import type { TokenFacts } from '../balances/createTokenFacts.ts'
import { isImpersonator } from '../balances/isImpersonator.ts'
import { accountsOf, type Move, type SolanaRecord } from './movesOf.ts'
import { solanaOperation } from './solanaOperation.ts'

/** The viewer of a transaction, and the known facts. */
type SolanaView = {
  chain: ServerChain
  address: string
  listed: ReadonlyMap<string, ListedToken>
  names: ReadonlyMap<string, TokenFacts>
  symbols: ReadonlySet<string>
}

/** So little of the coin comes in only to put an address into someone's history. */
const dust = 10_000n

/** A transaction of Solana as clients know it, seen from one account. */
export function toSolanaTransaction(
  { name, record, moves }: { name: string; record: SolanaRecord; moves: readonly Move[] },
  view: SolanaView,
): Transaction {
  const { chain, address } = view
  const payer = accountsOf(record)[0] ?? ''
  const isIn = moves.some(({ amount }) => amount > 0n)
  const succeeded = record.meta.err === null
  return {
    id: `${chain.id}:${name}`,
    metadata: {
      operationType: solanaOperation(record, moves, address),
      hash: name,
      chain: chain.id,
      minedAt: new Date((record.blockTime ?? 0) * 1000).toISOString(),
      sentFrom: payer,
      sentTo: moves.find(({ amount }) => amount < 0n)?.counterpart ?? (isIn ? address : ''),
      status: succeeded ? 'confirmed' : 'failed',
      nonce: 0,
    },
    // Sent before received.
    transfers: [...moves]
      .sort((a, b) => Number(a.amount > 0n) - Number(b.amount > 0n))
      .map((move) => toTransfer(move, view, payer === address)),
  }
}

function toTransfer(move: Move, view: SolanaView, isOwn: boolean): Transfer {
  const { chain, address } = view
  const { mint, counterpart } = move
  const isIn = move.amount > 0n
  const amount = isIn ? move.amount : -move.amount
  const parties = isIn ? { from: counterpart, to: address } : { from: address, to: counterpart }
  const direction = isIn ? 'in' : 'out'
  if (mint === undefined) {
    const { name, symbol, decimals } = chain.nativeCurrency
    return {
      ...{ direction, ...parties },
      quantity: { numeric: decimalOf({ amount, decimals }) },
      fungible_info: { name, symbol, icon: null },
      ...(isIn && !isOwn && amount < dust ? { suspicion: 'zero_value' } : {}),
    }
  }
  const known = view.listed.get(mint)
  const token = known ?? view.names.get(mint) ?? { name: '', symbol: '' }
  const isBad = !known && isImpersonator({ name: token.name, symbol: token.symbol, decimals: 0 }, view.symbols)
  const suspicion = isBad ? 'fake_symbol' : known || isOwn || view.listed.size === 0 ? undefined : 'unlisted'
  return {
    ...{ direction, ...parties },
    quantity: { numeric: decimalOf({ amount, decimals: move.decimals ?? 0 }) },
    fungible_info: {
      name: cleanText(token.name, 100),
      symbol: cleanText(token.symbol, 30),
      icon: known?.iconUrl ? { url: known.iconUrl } : null,
    },
    token: `${chain.id}:${mint}`,
    ...(suspicion ? { suspicion } : {}),
  }
}
