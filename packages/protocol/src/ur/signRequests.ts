import { type Cbor, CborTag, encodeCbor } from './cbor.ts'
import { encodeKeyPath } from './keyPath.ts'
import type { Ur } from './urDecoder.ts'

/** The signer of a request: its path below the device's master key. */
export type Signer = { path: readonly number[]; fingerprint: number }
/** Sent with each request and returned with its signature: sixteen bytes. */
export type RequestId = Uint8Array

/** Kinds of data in an `eth-sign-request` (ERC-4527). */
export const ethDataTypes = { transaction: 1, typedData: 2, message: 3, typedTransaction: 4 } as const
/** Kinds of data in a `sol-sign-request`. */
export const solDataTypes = { transaction: 1, message: 2 } as const

const uuid = (id: RequestId): Cbor => new CborTag(37, id)
const mapOf = (entries: readonly (readonly [number, Cbor | undefined])[]): Cbor =>
  new Map(entries.filter((entry): entry is readonly [number, Cbor] => entry[1] !== undefined))

type Common = { id: RequestId; signer: Signer; data: Uint8Array; origin?: string }
type EthRequest = Common & { type: keyof typeof ethDataTypes; chainId?: number; address?: Uint8Array }
type SolRequest = Common & { type: keyof typeof solDataTypes; address?: Uint8Array }

/** An EVM request (ERC-4527). */
export function ethSignRequest(request: EthRequest): Ur {
  const { id, signer, data, origin, type, chainId, address } = request
  const map = mapOf([
    [1, uuid(id)],
    [2, data],
    [3, ethDataTypes[type]],
    [4, chainId],
    [5, encodeKeyPath(signer.path, signer.fingerprint)],
    [6, address],
    [7, origin],
  ])
  return { type: 'eth-sign-request', message: encodeCbor(map) }
}

/** A Solana request: a message of a transaction, or a text. */
export function solSignRequest(request: SolRequest): Ur {
  const { id, signer, data, origin, type, address } = request
  const map = mapOf([
    [1, uuid(id)],
    [2, data],
    [3, encodeKeyPath(signer.path, signer.fingerprint)],
    [4, address],
    [5, origin],
    [6, solDataTypes[type]],
  ])
  return { type: 'sol-sign-request', message: encodeCbor(map) }
}

/** A Bitcoin message; its device signs by the address's key. */
export function btcSignRequest({ id, signer, data, origin, address }: Common & { address: string }): Ur {
  const map = mapOf([
    [1, uuid(id)],
    [2, data],
    [3, 1],
    [4, [encodeKeyPath(signer.path, signer.fingerprint)]],
    [5, [address]],
    [6, origin],
  ])
  return { type: 'btc-sign-request', message: encodeCbor(map) }
}

/** A Bitcoin transaction to sign; it carries no request id. */
export const psbtRequest = (psbt: Uint8Array): Ur => ({ type: 'crypto-psbt', message: encodeCbor(psbt) })
