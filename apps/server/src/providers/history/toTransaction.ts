import type { Approval, Transaction, Transfer } from '@billfold/protocol/api/history'
import { cleanText } from '@billfold/protocol/cleanText'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { sameHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { type Hex, transferKinds } from '../../indexer/indexRows.ts'
import { isImpersonator } from '../balances/isImpersonator.ts'
import type { StoredTransaction, StoredTransfer } from './createPageReader.ts'
import { assetOf, netTransfers } from './netTransfers.ts'
import { operationOf } from './operationOf.ts'
import type { TokenLore } from './tokenLore.ts'

/** The account a page of transactions is shown to, and what is known about its chain and tokens. */
type Viewpoint = { address: Hex; chain: ServerChain; lore: TokenLore; checksum: (address: Hex) => Hex }

/** Converts an indexed transaction to the API's shape, from one account's point of view. */
export function toTransaction(stored: StoredTransaction, view: Viewpoint): Transaction {
  const { address, chain, checksum } = view
  const isOwn = stored.sender === address
  const moved = stored.swaps ? netTransfers(stored.transfers, address) : stored.transfers
  const isCreation = stored.recipient === null
  return {
    id: `${chain.id}:${stored.hash}`,
    metadata: {
      operationType: operationOf({
        ...stored,
        approves: stored.approvals.length > 0,
        isCreation,
        isOwn,
        moved: moved.map((transfer) => ({
          direction: directionOf(transfer, address),
          isNft: isNft(transfer),
          counterpart: transfer.sender === address ? transfer.recipient : transfer.sender,
          asset: assetOf(transfer),
        })),
      }),
      hash: stored.hash,
      chain: chain.id,
      minedAt: new Date(stored.minedAt * 1000).toISOString(),
      sentFrom: checksum(stored.sender),
      sentTo: stored.recipient ? checksum(stored.recipient) : '',
      status: stored.succeeded ? 'confirmed' : 'failed',
      nonce: stored.nonce,
      ...applicationOf(stored.recipient, chain),
    },
    transfers: moved.map((transfer) => toTransfer(transfer, view, isOwn)),
    ...approvalsOf(stored, view, isOwn),
  }
}

/** From here on more than any token has: what wallets ask for as "unlimited", of a token and of Permit2. */
const unlimited = 2n ** 160n - 1n

/** Any contract can claim that an account approved something: told is what the account sent itself, or what a listed token says. */
function approvalsOf({ approvals }: StoredTransaction, { chain, lore, checksum }: Viewpoint, isOwn: boolean) {
  const visible = approvals.flatMap(({ token, spender, amount, tokenId, ...facts }): Approval[] => {
    const listed = lore.listed.get(token)
    if (!isOwn && !listed) return []
    const { name, symbol, decimals } = { ...facts, ...listed }
    const isBad = !listed && isImpersonator({ name: name ?? '', symbol: symbol ?? '', decimals: 0 }, lore.symbols)
    const isCounted = amount !== null && tokenId === null && BigInt(amount) < unlimited
    return [
      {
        token: `${chain.id}:${checksum(token)}`,
        spender: checksum(spender),
        quantity: isCounted ? { numeric: decimalOf({ amount, decimals: decimals ?? 0 }) } : null,
        fungible_info: {
          name: name ?? '',
          symbol: symbol ?? '',
          icon: listed?.iconUrl ? { url: listed.iconUrl } : null,
        },
        ...(isBad ? { suspicion: 'fake_symbol' as const } : {}),
      },
    ]
  })
  return visible.length > 0 ? { approvals: visible } : {}
}

function toTransfer(stored: StoredTransfer, view: Viewpoint, isOwn: boolean): Transfer {
  const { address, chain, lore, checksum } = view
  const listed = stored.token ? lore.listed.get(stored.token) : undefined
  const name = listed?.name ?? stored.name ?? ''
  const symbol = listed?.symbol ?? stored.symbol ?? ''
  const isBad = stored.token !== null && !listed && isImpersonator({ name, symbol, decimals: 0 }, lore.symbols)
  const parties = { from: checksum(stored.sender), to: checksum(stored.recipient) }
  const direction = directionOf(stored, address)
  if (!stored.token) {
    const { nativeCurrency } = chain
    const numeric = decimalOf({ amount: stored.amount, decimals: nativeCurrency.decimals })
    const { name, symbol } = nativeCurrency
    return { direction, quantity: { numeric }, fungible_info: { name, symbol, icon: null }, ...parties }
  }
  const token = { token: `${chain.id}:${checksum(stored.token)}`, ...parties }
  if (isNft(stored))
    return {
      direction,
      quantity: { numeric: stored.amount },
      nft_info: { name: cleanText(`${name || 'NFT'} #${stored.tokenId}`, 120), flags: { is_spam: isBad } },
      tokenId: stored.tokenId ?? '',
      ...(isBad ? { suspicion: 'fake_symbol' } : {}),
      ...token,
    }
  const suspicion = suspicionOf(stored, isOwn, isBad, listed !== undefined || lore.listed.size === 0)
  return {
    direction,
    quantity: { numeric: decimalOf({ amount: stored.amount, decimals: listed?.decimals ?? stored.decimals ?? 0 }) },
    fungible_info: { name, symbol, icon: listed?.iconUrl ? { url: listed.iconUrl } : null },
    ...(suspicion ? { suspicion } : {}),
    ...token,
  }
}

/**
 * Why a transfer looks like a scam, if it does. Any contract can emit a zero-value transfer from a victim to a lookalike address, or
 * mint a token called USDC. Transfers in transactions the account sent itself are trusted, except for fake tokens.
 */
function suspicionOf(
  { amount }: StoredTransfer,
  isOwn: boolean,
  isBad: boolean,
  isKnown: boolean,
): Transfer['suspicion'] {
  if (amount === '0' && !isOwn) return 'zero_value'
  if (isBad) return 'fake_symbol'
  return isKnown || isOwn ? undefined : 'unlisted'
}

const isNft = ({ kind }: StoredTransfer) => kind === transferKinds.erc721 || kind === transferKinds.erc1155

function directionOf({ sender, recipient }: StoredTransfer, address: Hex): Transfer['direction'] {
  if (sender === recipient) return 'self'
  return recipient === address ? 'in' : 'out'
}

/** Names the app only for routers that the operator configured: anyone can deploy a pool that looks like Uniswap's. */
function applicationOf(recipient: Hex | null, { contracts }: ServerChain) {
  const { uniswapV2Router, uniswapV3SwapRouter, universalRouter } = contracts
  const isUniswap = [uniswapV2Router, uniswapV3SwapRouter, universalRouter].some(
    (a) => recipient !== null && sameHex(a, recipient),
  )
  return isUniswap && recipient ? { application: { name: 'Uniswap', iconUrl: null } } : {}
}
