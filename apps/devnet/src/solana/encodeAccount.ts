import { zstdCompressSync } from 'node:zlib'
import { encodeBase58 } from '@billfold/protocol/base58'
import { RpcError } from '../rpcError.ts'
import type { Account } from './runtime.ts'
import { parseTokenData } from './tokenState.ts'

export const accountEncodings = ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'] as const
type AccountEncoding = (typeof accountEncodings)[number]
type DataSlice = { offset: number; length: number }

/** Base58 of more data is slow, and no node returns it. */
const base58Limit = 128
/** Accounts that pay for their space once never owe rent. */
const rentEpoch = 18_446_744_073_709_551_615n

/** An account in the form of Solana's nodes. */
export function encodeAccount(
  account: Account,
  options: { encoding?: AccountEncoding | undefined; dataSlice?: DataSlice | undefined } | null,
  decimalsOf: (mint: string) => number | undefined,
) {
  const { lamports, owner, executable, data } = account
  const { encoding = 'binary', dataSlice } = options ?? {}
  const parsed = encoding === 'jsonParsed' ? parseTokenData(account, decimalsOf) : undefined
  const part = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  return { lamports, owner, executable, rentEpoch, space: data.length, data: parsed ?? encodeData(part, encoding) }
}

function encodeData(data: Uint8Array, encoding: AccountEncoding): string | [string, string] {
  if (encoding === 'base64+zstd') return [zstdCompressSync(data).toString('base64'), encoding]
  if (encoding !== 'binary' && encoding !== 'base58') return [Buffer.from(data).toString('base64'), 'base64']
  if (data.length > base58Limit)
    throw new RpcError(
      -32600,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  return encoding === 'binary' ? encodeBase58(data) : [encodeBase58(data), 'base58']
}
