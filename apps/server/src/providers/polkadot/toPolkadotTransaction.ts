import type { Transaction, Transfer } from '@billfold/protocol/api/history'
import { cleanText } from '@billfold/protocol/cleanText'
import { decimalOf } from '@billfold/protocol/decimalOf'
import type { AssetName } from '@billfold/protocol/polkadot/accountState'
import { bytesOf } from '@billfold/protocol/polkadot/scale'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import type { ListedToken, ServerChain } from '../../chains/serverChain.ts'
import { isImpersonator } from '../balances/isImpersonator.ts'
import type { ExtrinsicFacts, PolkadotMove } from './movesInBlock.ts'

/** The viewer of an extrinsic, and the known facts. */
type PolkadotView = {
  chain: ServerChain
  /** The account's key in hex, and its address as requested. */
  key: string
  address: string
  /** The address prefix of the chain. */
  prefix: number
  listed: ReadonlyMap<string, ListedToken>
  names: ReadonlyMap<string, AssetName>
  symbols: ReadonlySet<string>
}

/** A hundred-thousandth of a coin comes in only to put an address into someone's history. */
const dustParts = 100_000n

/** An extrinsic as clients know it, seen from one account. */
export function toPolkadotTransaction(
  { hash, at, facts }: { hash: string; at: number; facts: Omit<ExtrinsicFacts, 'index'> },
  view: PolkadotView,
): Transaction {
  const { chain, key } = view
  const write = addressIn(view)
  const own = facts.moves.filter(({ from, to }) => from === key || to === key)
  const isSigner = facts.signer === key
  const out = own.find(({ from, to }) => from === key && to !== key)
  const isIn = own.some(({ from, to }) => to === key && from !== key)
  return {
    id: `${chain.id}:${hash}`,
    metadata: {
      operationType: out ? (isIn ? 'trade' : 'send') : isIn ? 'receive' : own.length > 0 ? 'self' : 'execute',
      hash,
      chain: chain.id,
      minedAt: new Date(at).toISOString(),
      sentFrom: write(facts.signer ?? own[0]?.from ?? ''),
      sentTo: write(out?.to ?? (own.length > 0 ? key : '')),
      status: facts.failed ? 'failed' : 'confirmed',
      nonce: 0,
    },
    // Sent before received.
    transfers: own
      .map((move) => toTransfer(move, view, isSigner))
      .sort((a, b) => Number(a.direction === 'in') - Number(b.direction === 'in')),
  }
}

/** Encodes keys in the chain's format, but keeps the account's own address as requested. */
const addressIn =
  ({ key, address, prefix }: PolkadotView) =>
  (other: string): string =>
    other === '' ? '' : other === key ? address : writePolkadotAddress({ prefix, publicKey: bytesOf(other) })

function toTransfer({ from, to, amount, asset }: PolkadotMove, view: PolkadotView, isSigner: boolean): Transfer {
  const { chain, key } = view
  const write = addressIn(view)
  const direction = from === to ? 'self' : to === key ? 'in' : 'out'
  const parties = { direction, from: write(from), to: write(to) } as const
  const isStrange = direction === 'in' && !isSigner
  if (asset === undefined) {
    const { name, symbol, decimals } = chain.nativeCurrency
    return {
      ...parties,
      quantity: { numeric: decimalOf({ amount, decimals }) },
      fungible_info: { name, symbol, icon: null },
      ...(isStrange && amount * dustParts < 10n ** BigInt(decimals) ? { suspicion: 'zero_value' } : {}),
    }
  }
  const known = view.listed.get(asset)
  const token = known ?? view.names.get(asset) ?? { name: '', symbol: '', decimals: 0 }
  const isBad = !known && isImpersonator({ name: token.name, symbol: token.symbol, decimals: 0 }, view.symbols)
  const suspicion = isBad ? 'fake_symbol' : !known && isStrange ? 'unlisted' : undefined
  return {
    ...parties,
    quantity: { numeric: decimalOf({ amount, decimals: token.decimals }) },
    fungible_info: {
      name: cleanText(token.name, 100),
      symbol: cleanText(token.symbol, 30),
      icon: known?.iconUrl ? { url: known.iconUrl } : null,
    },
    token: `${chain.id}:${asset}`,
    ...(suspicion ? { suspicion } : {}),
  }
}
