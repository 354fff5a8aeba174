import { joinBytes } from '@billfold/protocol/bytes'
import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { otherToken } from '@billfold/protocol/otherToken'
import type { AssetHolding } from '@billfold/protocol/polkadot/accountState'
import {
  hex32,
  knownExtensions,
  mortalEra,
  type SignerPayload,
  writeExtrinsic,
} from '@billfold/protocol/polkadot/extrinsic'
import { bytesOf, hexOf, scaleReader, uintBytes } from '@billfold/protocol/polkadot/scale'
import { readPolkadotAddress, writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { transferMethod } from '@billfold/protocol/polkadot/transferMethod'
import type { Refusal } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { Transfer, TransferPlan } from '../transfers.ts'
import { finalBlock } from './chainHead.ts'
import { assetOf, keyOf, readAccount, readAsset, readHolding, readName, spendable } from './holdings.ts'
import { invalidResponse, type Runtime, readRuntime } from './runtime.ts'

/** Prefixes that every network accepts: the generic one, and the one shared by Polkadot's networks. */
const anyPrefix = [42, 0]

const noAsset: AssetHolding = { balance: 0n, isFrozen: false }

/** Builds a transfer: what is signed, its cost, or why the chain would reject it. */
export async function planTransfer(transfer: Transfer, ask: QueryChain): Promise<TransferPlan> {
  const { networkId, from, to, amount, token } = transfer
  const runtime = await readRuntime(ask)
  assertNetwork(networkId, runtime)
  const held = token.address === undefined ? noAsset : await readHolding(assetOf(token.address), from, ask)
  // Sending all of an asset closes its account there; the coins that keep the account alive stay.
  const isAll = amount > 0n && amount === held.balance
  const payload = await writePayload({ from, to, amount, token: token.address, isAll }, runtime, ask)
  const plan = { transfer, call: payload, isContract: false }
  const { prefix, publicKey } = readPolkadotAddress(to)
  if (prefix !== runtime.prefix && !anyPrefix.includes(prefix)) {
    const same = writePolkadotAddress({ prefix: runtime.prefix, publicKey })
    return { ...plan, refusal: { kind: 'otherNetwork', same } }
  }
  const fee = await queryFee(payload, keyOf(from), ask)
  const refusal = await refusalOf(transfer, held, fee, runtime, ask)
  // The fee is fixed by weight and length; only its congestion part moves, slowly.
  return { ...plan, fee: { most: fee, likely: fee }, ...(refusal ? { refusal } : { arrives: amount }) }
}

/** A network is named after its genesis hash: never sign with another chain's data. */
function assertNetwork(networkId: CaipNetworkId, { genesisHash }: Runtime): void {
  const { reference } = parseCaipNetworkId(networkId)
  if (genesisHash.slice(2, 2 + reference.length) !== reference)
    throw new KitError('unavailable', { message: 'The node is on another network' })
}

/** Why the chain would reject it: minimum balances, and frozen funds. */
async function refusalOf(
  { from, to, amount, token }: Transfer,
  held: AssetHolding,
  fee: bigint,
  { existentialDeposit: least }: Runtime,
  ask: QueryChain,
): Promise<Refusal | undefined> {
  const [own, theirs] = await Promise.all([readAccount(from, ask), readAccount(to, ask)])
  const isSelf = hexOf(keyOf(from)) === hexOf(keyOf(to))
  if (token.address === undefined) {
    if (amount + fee > spendable(own)) return { kind: 'noFunds' }
    if (own.free - amount - fee < least) return { kind: 'leastLeft' }
    return !isSelf && theirs.free + amount < least ? { kind: 'tooLittle', least: `${least}` } : undefined
  }
  const id = assetOf(token.address)
  const [asset, named, there] = await Promise.all([readAsset(id, ask), readName(id, ask), readHolding(id, to, ask)])
  if (!asset) return { kind: 'noToken' }
  const other = named && otherToken(token, named)
  if (other) return other
  if (fee > spendable(own) || held.balance < amount) return { kind: 'noFunds' }
  if (own.free - fee < least || (held.balance !== amount && held.balance - amount < asset.minBalance))
    return { kind: 'leastLeft' }
  if (asset.isFrozen || held.isFrozen || there.isFrozen) return { kind: 'frozen' }
  if (isSelf || there.balance > 0n) return undefined
  // An asset that is not sufficient requires an account that has coins.
  if (!asset.isSufficient && !theirs.livesByCoins) return { kind: 'noAccount' }
  return amount < asset.minBalance ? { kind: 'leastThere' } : undefined
}

type Meant = { from: string; to: string; amount: bigint; token?: string | undefined; isAll?: boolean }

async function writePayload(
  { from, to, amount, token, isAll = false }: Meant,
  runtime: Runtime,
  ask: QueryChain,
): Promise<SignerPayload> {
  const { metadata, genesisHash, specVersion, transactionVersion } = runtime
  const signedExtensions = knownExtensions(metadata)
  const asset = token === undefined ? undefined : assetOf(token)
  const method = hexOf(transferMethod(metadata, { to: keyOf(to), amount, asset, isAll }))
  const [block, nonce] = await Promise.all([finalBlock(ask), nextNonce(from, ask)])
  return {
    address: from,
    ...{ method, genesisHash, signedExtensions },
    specVersion: hex32(specVersion),
    transactionVersion: hex32(transactionVersion),
    blockHash: block.hash,
    blockNumber: hex32(block.number),
    era: mortalEra(block.number),
    nonce: hex32(nonce),
    tip: `0x${'0'.repeat(32)}`,
    mode: 0,
    version: 4,
    withSignedTransaction: true,
  }
}

/** The next nonce, including pending transactions. Queried with an address that every node accepts. */
async function nextNonce(from: string, ask: QueryChain): Promise<number> {
  const address = writePolkadotAddress({ prefix: 42, publicKey: keyOf(from) })
  const nonce = await ask({ method: 'system_accountNextIndex', params: [address] })
  if (typeof nonce !== 'number' || !Number.isSafeInteger(nonce) || nonce < 0) throw invalidResponse(nonce)
  return nonce
}

/** The runtime's fee for it, with a dummy signature of the right length. */
async function queryFee(payload: SignerPayload, publicKey: Uint8Array, ask: QueryChain): Promise<bigint> {
  const extrinsic = writeExtrinsic(payload, publicKey, Uint8Array.of(1, ...new Uint8Array(64)))
  const params = [
    'TransactionPaymentApi_query_info',
    hexOf(joinBytes(extrinsic, uintBytes(BigInt(extrinsic.length), 4))),
  ]
  const answer = bytesOf(await ask({ method: 'state_call', params }))
  // The preceding weight has two formats; the fee is the last number in both.
  if (answer.length < 18) throw invalidResponse(hexOf(answer))
  return scaleReader(answer.subarray(-16)).u128()
}

const zero = writePolkadotAddress({ prefix: 42, publicKey: new Uint8Array(32) })
const costOf = async (meant: Meant, runtime: Runtime, ask: QueryChain): Promise<bigint> =>
  queryFee(await writePayload(meant, runtime, ask), keyOf(meant.from), ask)

/** The maximum of the native coin: less fees, locked coins and the minimum balance. */
export async function maxSendable(
  { from, to, balance }: { from: string; to?: string | undefined; balance: bigint },
  ask: QueryChain,
): Promise<bigint> {
  const runtime = await readRuntime(ask)
  const [{ free, heldBack }, fee] = await Promise.all([
    readAccount(from, ask),
    costOf({ from, to: to ?? from, amount: balance }, runtime, ask),
  ])
  const stays = heldBack > runtime.existentialDeposit ? heldBack : runtime.existentialDeposit
  const most = free - stays - fee
  return most > 0n ? most : 0n
}

/** Approximate cost of a transfer, before its recipient is known. */
export async function roughFee({ token }: { token?: string | undefined }, ask: QueryChain): Promise<bigint> {
  return costOf({ from: zero, to: zero, amount: 10n ** 12n, token }, await readRuntime(ask), ask)
}
