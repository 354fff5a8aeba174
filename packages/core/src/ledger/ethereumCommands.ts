import { bytesOfHex, hexOf, joinBytes } from '@billfold/protocol/bytes'
import { LedgerError } from './ledgerError.ts'
import { writePath } from './ledgerPath.ts'
import type { Exchange } from './openDevice.ts'
import { type TypedData, writeTypedData } from './typedDataCommands.ts'

const cla = 0xe0
/** The most data that one command carries. */
const maxData = 255

export type EvmSignature = { v: number; r: `0x${string}`; s: `0x${string}` }

/** An account's address; shown on the device, it waits for the visitor. */
export async function readEvmAddress(device: Exchange, path: string, isShown: boolean): Promise<string> {
  const command = { cla, ins: 0x02, p1: isShown ? 1 : 0, data: writePath(path) }
  const bytes = await device.send(command, { waitsForPerson: isShown })
  const start = 1 + (bytes[0] ?? 0)
  const text = new TextDecoder().decode(bytes.subarray(start + 1, start + 1 + (bytes[start] ?? 0)))
  if (!/^[0-9a-fA-F]{40}$/.test(text)) throw new LedgerError('unreadable')
  return `0x${text}`
}

/** Whether the app signs what it cannot show. */
export async function allowsBlindSigning(device: Exchange): Promise<boolean> {
  const [flags = 0] = await device.send({ cla, ins: 0x06 })
  return (flags & 1) === 1
}

/** Signs a serialized transaction. The device returns only the last byte of a legacy `v`. */
export async function signEvmTransaction(device: Exchange, path: string, raw: Uint8Array): Promise<EvmSignature> {
  return readSignature(await sendParts(device, 0x04, joinBytes(writePath(path), raw)))
}

/** Signs a text (EIP-191). */
export async function signEvmMessage(device: Exchange, path: string, message: Uint8Array): Promise<EvmSignature> {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, message.length)
  return readSignature(await sendParts(device, 0x08, joinBytes(writePath(path), length, message)))
}

/** Signs typed data that the device reads in full (EIP-712). */
export async function signEvmTypedData(device: Exchange, path: string, data: TypedData): Promise<EvmSignature> {
  for (const command of writeTypedData(data)) await blind(device.send({ cla, ...command }))
  const command = { cla, ins: 0x0c, p2: 1, data: writePath(path) }
  return readSignature(await blind(device.send(command, { waitsForPerson: true })))
}

/** Signs the two hashes of typed data: all that older devices can do. */
export async function signEvmHashes(
  device: Exchange,
  path: string,
  hashes: { domain: Uint8Array; message: Uint8Array },
): Promise<EvmSignature> {
  const data = joinBytes(writePath(path), hashes.domain, hashes.message)
  return readSignature(await blind(device.send({ cla, ins: 0x0c, data }, { waitsForPerson: true })))
}

async function sendParts(device: Exchange, ins: number, data: Uint8Array): Promise<Uint8Array> {
  let answer = new Uint8Array() as Uint8Array
  for (let at = 0; at < data.length; at += maxData) {
    const part = data.subarray(at, at + maxData)
    const isLast = at + maxData >= data.length
    answer = await blind(device.send({ cla, ins, p1: at === 0 ? 0 : 0x80, data: part }, { waitsForPerson: isLast }))
  }
  return answer
}

/** The app refuses calls that it cannot show with a general word: invalid data. */
const blind = <T>(work: Promise<T>): Promise<T> =>
  work.catch((e: unknown) => {
    const isInvalid = e instanceof LedgerError && e.cause === 'Status 6a80'
    throw isInvalid ? new LedgerError('blindSigning', e) : e
  })

function readSignature(bytes: Uint8Array): EvmSignature {
  if (bytes.length !== 65) throw new LedgerError('unreadable')
  return { v: bytes[0] ?? 0, r: `0x${hexOf(bytes.subarray(1, 33))}`, s: `0x${hexOf(bytes.subarray(33))}` }
}

/** A signature in the 65 bytes that sites expect. */
export const joinSignature = ({ v, r, s }: EvmSignature): `0x${string}` =>
  `0x${hexOf(joinBytes(bytesOfHex(r.slice(2)), bytesOfHex(s.slice(2)), Uint8Array.of(v < 27 ? v + 27 : v)))}`
