import { encodeBase58 } from '@billfold/protocol/base58'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { isTokenProgram, programs } from './programs.ts'
import type { Account } from './runtime.ts'

const accountLength = 165
const mintLength = 82
/** The offset at which Token-2022 marks what an account is, after its base length. */
const kindAt = 165
const nativeMint = 'So11111111111111111111111111111111111111112'

export type TokenAccount = { mint: string; owner: string; amount: bigint; state: string }
export type Mint = { supply: bigint; decimals: number }

/** A token account's contents; undefined for any other account. */
export function readTokenAccount({ owner: program, data }: Account): TokenAccount | undefined {
  if (!isTokenProgram(program)) return undefined
  if (data.length !== accountLength && !(data.length > kindAt && data[kindAt] === 2)) return undefined
  const state = ['uninitialized', 'initialized', 'frozen'][data[108] ?? 0]
  if (state === undefined || state === 'uninitialized') return undefined
  return { mint: keyAt(data, 0), owner: keyAt(data, 32), amount: viewOf(data).getBigUint64(64, true), state }
}

/** A mint's contents; undefined for any other account. */
export function readMint({ owner: program, data }: Account): Mint | undefined {
  if (!isTokenProgram(program) || data[45] !== 1) return undefined
  if (data.length !== mintLength && !(data.length > kindAt && data[kindAt] === 1)) return undefined
  return { supply: viewOf(data).getBigUint64(36, true), decimals: data[44] ?? 0 }
}

/** An amount in every form that nodes write it. */
export function tokenAmount(amount: bigint, decimals: number) {
  const text = decimalOf({ amount, decimals })
  return { amount: String(amount), decimals, uiAmount: Number(text), uiAmountString: text }
}

/** A token account or a mint in `jsonParsed` form; undefined for anything else. */
export function parseTokenData(account: Account, decimalsOf: (mint: string) => number | undefined) {
  const parsed = parseTokenAccount(account, decimalsOf) ?? parseMint(account)
  if (!parsed) return undefined
  const program = account.owner === programs.token ? 'spl-token' : 'spl-token-2022'
  const extensions = account.data.length > kindAt + 1 ? { extensions: parseExtensions(account.data) } : {}
  return { program, space: account.data.length, parsed: { ...parsed, info: { ...parsed.info, ...extensions } } }
}

function parseTokenAccount(account: Account, decimalsOf: (mint: string) => number | undefined) {
  const held = readTokenAccount(account)
  if (!held) return undefined
  const { data } = account
  const decimals = decimalsOf(held.mint) ?? 0
  const delegate = optionAt(data, 72)
  const closeAuthority = optionAt(data, 129)
  const reserve = viewOf(data).getUint32(109, true) === 1 ? viewOf(data).getBigUint64(113, true) : undefined
  const info = {
    isNative: held.mint === nativeMint,
    mint: held.mint,
    owner: held.owner,
    state: held.state,
    tokenAmount: tokenAmount(held.amount, decimals),
    ...(delegate && { delegate, delegatedAmount: tokenAmount(viewOf(data).getBigUint64(121, true), decimals) }),
    ...(reserve !== undefined && { rentExemptReserve: tokenAmount(reserve, 9) }),
    ...(closeAuthority && { closeAuthority }),
  }
  return { type: 'account', info }
}

function parseMint(account: Account) {
  const mint = readMint(account)
  if (!mint) return undefined
  const info = {
    mintAuthority: optionAt(account.data, 0) ?? null,
    supply: String(mint.supply),
    decimals: mint.decimals,
    isInitialized: true,
    freezeAuthority: optionAt(account.data, 46) ?? null,
  }
  return { type: 'mint', info }
}

/** The extensions of Token-2022 after an account: a kind, a length and that many bytes, repeated. */
function parseExtensions(data: Uint8Array) {
  const extensions: { extension: string; state?: unknown }[] = []
  for (let at = kindAt + 1; at + 4 <= data.length; ) {
    const [kind, length] = [viewOf(data).getUint16(at, true), viewOf(data).getUint16(at + 2, true)]
    if (kind === 0 || at + 4 + length > data.length) break
    extensions.push(parseExtension(kind, data.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  return extensions
}

function parseExtension(kind: number, data: Uint8Array): { extension: string; state?: unknown } {
  const view = viewOf(data)
  const fee = (at: number) => ({
    epoch: view.getBigUint64(at, true),
    maximumFee: view.getBigUint64(at + 8, true),
    transferFeeBasisPoints: view.getUint16(at + 16, true),
  })
  switch (kind) {
    case 1:
      return {
        extension: 'transferFeeConfig',
        state: {
          transferFeeConfigAuthority: keyOrNull(data, 0),
          withdrawWithheldAuthority: keyOrNull(data, 32),
          withheldAmount: view.getBigUint64(64, true),
          olderTransferFee: fee(72),
          newerTransferFee: fee(90),
        },
      }
    case 2:
      return { extension: 'transferFeeAmount', state: { withheldAmount: view.getBigUint64(0, true) } }
    case 7:
      return { extension: 'immutableOwner' }
    case 8:
      return { extension: 'memoTransfer', state: { requireIncomingTransferMemos: data[0] === 1 } }
    case 18:
      return {
        extension: 'metadataPointer',
        state: { authority: keyOrNull(data, 0), metadataAddress: keyOrNull(data, 32) },
      }
    case 19:
      return { extension: 'tokenMetadata', state: parseMetadata(data) }
    default:
      return { extension: 'unparseableExtension' }
  }
}

function parseMetadata(data: Uint8Array) {
  let at = 64
  const number = () => {
    at += 4
    return viewOf(data).getUint32(at - 4, true)
  }
  const text = () => {
    const length = number()
    at += length
    return Buffer.from(data.subarray(at - length, at)).toString('utf8')
  }
  const [name, symbol, uri] = [text(), text(), text()]
  const additionalMetadata = Array.from({ length: Math.min(number(), 1_000) }, () => [text(), text()])
  return { updateAuthority: keyOrNull(data, 0), mint: keyAt(data, 32), name, symbol, uri, additionalMetadata }
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const keyAt = (data: Uint8Array, at: number) => encodeBase58(data.subarray(at, at + 32))
const keyOrNull = (data: Uint8Array, at: number) =>
  data.subarray(at, at + 32).every((byte) => byte === 0) ? null : keyAt(data, at)
const optionAt = (data: Uint8Array, at: number) =>
  viewOf(data).getUint32(at, true) === 1 ? keyAt(data, at + 4) : undefined
