import { blake2b } from '@noble/hashes/blake2.js'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import type { Metadata } from './metadata.ts'
import { bytesOf, compactBytes, hexOf, uintBytes } from './scale.ts'

/** A payload for a wallet to sign, as Polkadot's wallets take it (`SignerPayloadJSON`): numbers are hex. */
export type SignerPayload = {
  address: string
  method: string
  specVersion: string
  transactionVersion: string
  genesisHash: string
  blockHash: string
  blockNumber: string
  era: string
  nonce: string
  tip: string
  /** 1 where the hash of the metadata is signed too. */
  mode: number
  metadataHash?: string | undefined
  version: number
  signedExtensions: readonly string[]
  /** A wallet that must change something (the hash of the metadata, for hardware) may give back the whole transaction. */
  withSignedTransaction: true
}

type Part = (payload: SignerPayload) => Uint8Array
type Extension = { extra?: Part; signed?: Part }

const nothing = new Uint8Array()
const numberOf = (hex: string): bigint => BigInt(hex)
/** A number of four bytes in hex, as wallets expect it. */
export const hex32 = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`
const tip: Part = (payload) => compactBytes(numberOf(payload.tip))

/** Known extensions by name: their data inside the transaction, and the data that is only signed. */
const extensions: Readonly<Record<string, Extension>> = {
  CheckSpecVersion: { signed: ({ specVersion }) => uintBytes(numberOf(specVersion), 4) },
  CheckTxVersion: { signed: ({ transactionVersion }) => uintBytes(numberOf(transactionVersion), 4) },
  CheckGenesis: { signed: ({ genesisHash }) => bytesOf(genesisHash) },
  CheckMortality: { extra: ({ era }) => bytesOf(era), signed: ({ blockHash }) => bytesOf(blockHash) },
  CheckNonce: { extra: ({ nonce }) => compactBytes(numberOf(nonce)) },
  ChargeTransactionPayment: { extra: tip },
  // Paid in the chain's own coin: no asset is named.
  ChargeAssetTxPayment: { extra: (payload) => joinBytes(tip(payload), Uint8Array.of(0)) },
  CheckMetadataHash: {
    extra: ({ mode }) => Uint8Array.of(mode),
    signed: ({ metadataHash }) =>
      metadataHash === undefined ? Uint8Array.of(0) : joinBytes(Uint8Array.of(1), bytesOf(metadataHash)),
  },
}

/** A chain's extensions, by name. Throws if an unknown one carries data: it could mean anything. */
export function knownExtensions({ types, extensions: requirements, extrinsicVersion }: Metadata): string[] {
  const isEmpty = (type: number): boolean => {
    const def = types.get(type)
    if (def?.kind === 'tuple') return def.of.every(isEmpty)
    return def?.kind === 'composite' && def.fields.every((field) => isEmpty(field.type))
  }
  if (extrinsicVersion !== 4)
    throw new KitError('version_unsupported', {
      message: `Unsupported transaction version: ${extrinsicVersion}`,
    })
  for (const { name, type, signed } of requirements) {
    const known = Object.hasOwn(extensions, name) ? extensions[name] : undefined
    if (isEmpty(type) !== !known?.extra || isEmpty(signed) !== !known?.signed)
      throw new KitError('version_unsupported', {
        message: `This network requires the unsupported transaction extension ${name.slice(0, 60)}`,
      })
  }
  return requirements.map(({ name }) => name)
}

const partsOf = (payload: SignerPayload, which: keyof Extension): Uint8Array =>
  joinBytes(...payload.signedExtensions.map((name) => extensions[name]?.[which]?.(payload) ?? nothing))

/** The bytes to sign: the call and its extensions, or their hash if they are long. */
export function signedBytes(payload: SignerPayload): Uint8Array {
  const whole = joinBytes(bytesOf(payload.method), partsOf(payload, 'extra'), partsOf(payload, 'signed'))
  return whole.length > 256 ? blake256(whole) : whole
}

/** The transaction as the network takes it, with a signature that says its kind. */
export function writeExtrinsic(payload: SignerPayload, publicKey: Uint8Array, signature: Uint8Array): Uint8Array {
  const body = joinBytes(
    // Signed, of version 4, by a key.
    Uint8Array.of(0x84, 0),
    publicKey,
    signature,
    partsOf(payload, 'extra'),
    bytesOf(payload.method),
  )
  return joinBytes(compactBytes(body.length), body)
}

/** A transaction's name. */
export const extrinsicHash = (extrinsic: Uint8Array): string => hexOf(blake256(extrinsic))

/** Lifetime of a transaction: the number of blocks after the one it names. */
export const eraPeriod = 64

/** An era of that length that begins with a block. */
export function mortalEra(block: number): string {
  // The lowest four bits say how long (2 to the power of them and one), the rest where in it the block stands.
  const written = (Math.log2(eraPeriod) - 1) | ((block % eraPeriod) << 4)
  return hexOf(uintBytes(BigInt(written), 2))
}

/** The hash that names a transaction, and that is signed in place of a long one. */
const blake256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 })
