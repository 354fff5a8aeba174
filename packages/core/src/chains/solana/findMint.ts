import { decodeBase58 } from '@billfold/protocol/base58'
import { cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import { type OtherToken, otherToken } from '@billfold/protocol/otherToken'
import { type Mint, readMint } from '@billfold/protocol/solana/mint'
import { programAddress } from '@billfold/protocol/solana/programAddress'
import { readAccounts } from '@billfold/protocol/solana/readAccounts'
import { extension } from '@billfold/protocol/solana/tokenState'
import type { SendToken } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { TokenMatch } from '../transfers.ts'

/** Metaplex's program, which names most older tokens. */
const metaplex = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/** Wrapped SOL has no issuer: anyone may have written its metadata. */
const wrappedCoin = 'So11111111111111111111111111111111111111112'
/** Token-2022's metadata extension type. */
const ownName = 19

type Named = { mint: Mint | undefined; name: string; symbol: string }

/** A mint with its name on chain: its own (Token-2022), or Metaplex's; empty if unnamed. */
async function readNamed(address: string, ask: QueryChain): Promise<Named> {
  const [account, metadata] = await readAccounts([address, metadataAddress(address)], ask)
  const mint = readMint(account)
  const own = mint && extension(account!.data, ownName)
  // After authority and mint, and in Metaplex's account after a type byte too.
  const names = own ? textsAt(own, 64) : metadata?.owner === metaplex ? textsAt(metadata.data, 65) : []
  const [name, symbol] = address === wrappedCoin ? [] : names
  return { mint, name: cleanText(name, 40), symbol: cleanText(symbol, 12) }
}

/** The mint to send, and how it differs from the token shown. */
export async function readShown(
  address: string,
  token: SendToken,
  ask: QueryChain,
): Promise<{ mint: Mint | undefined; other?: OtherToken | undefined }> {
  const { mint, symbol } = await readNamed(address, ask)
  return { mint, other: otherToken(token, { ...mint, ...(symbol ? { symbol } : {}) }) }
}

/** A token by its mint, from the chain. */
export async function findMint(address: string, ask: QueryChain): Promise<Omit<TokenMatch, 'amount'>> {
  const { mint, name, symbol } = await readNamed(address, ask)
  if (!mint) throw new KitError('invalid_input', { message: 'No token at this address' })
  const unit = symbol || `${address.slice(0, 4)}…${address.slice(-4)}`
  return { address, name: name || unit, symbol: unit, decimals: mint.decimals }
}

const metadataAddress = (mint: string): string =>
  programAddress(metaplex, new TextEncoder().encode('metadata'), decodeBase58(metaplex), decodeBase58(mint))

/** Name and symbol, each with a length prefix; Metaplex pads them with zeros. */
function textsAt(data: Uint8Array, start: number): string[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const texts: string[] = []
  for (let at = start; texts.length < 2 && at + 4 <= data.length; ) {
    const end = at + 4 + view.getUint32(at, true)
    texts.push(new TextDecoder().decode(data.subarray(at + 4, end)).replaceAll('\0', ''))
    at = end
  }
  return texts
}
