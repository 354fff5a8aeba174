import { compactSize } from '@billfold/protocol/bitcoin/bitcoinBytes'
import { hexOf, joinBytes } from '@billfold/protocol/bytes'
import { errorOfStatus, LedgerError } from './ledgerError.ts'
import { stepsOf, writePath } from './ledgerPath.ts'
import { createMerkleStore, type MerkleStore, readSize } from './merkle.ts'
import type { Command, Exchange } from './openDevice.ts'
import type { DevicePsbt, InputSignature } from './psbtForDevice.ts'

const cla = 0xe1
const protocolVersion = 1
const interrupted = 0xe000
const chunk = 64

/** A policy with one of the device's own keys, which the app signs without registration. */
export type Policy = {
  kind: 'wpkh' | 'tr'
  /** The account's path: three hardened steps. */
  account: string
  fingerprint: Uint8Array
  extendedKey: string
}
/** An input's signature, with the key that the device signed with: for taproot, the output's. */
/** The public key of an account's path, which the app shares without a prompt if it is a standard one. */
export async function readExtendedKey(device: Exchange, path: string): Promise<string> {
  const data = joinBytes(Uint8Array.of(0), writePath(path))
  return new TextDecoder().decode(await device.send({ cla, ins: 0x00, p2: protocolVersion, data }))
}

export async function readFingerprint(device: Exchange): Promise<Uint8Array> {
  const bytes = await device.send({ cla, ins: 0x05, p2: protocolVersion })
  if (bytes.length !== 4) throw new LedgerError('unreadable')
  return bytes
}

/** Runs a command during which the app asks for parts of what was committed to. */
async function converse(device: Exchange, first: Omit<Command, 'cla'>, store: MerkleStore): Promise<Uint8Array> {
  const options = { waitsForPerson: true }
  let response = await device.raw({ cla, p2: protocolVersion, ...first }, options)
  while (response.word === interrupted) {
    const data = store.answer(response.data)
    response = await device.raw({ cla: 0xf8, ins: 0x01, p2: protocolVersion, data }, options)
  }
  if (response.word !== 0x9000) throw errorOfStatus(response.word)
  return response.data
}

const templates = { wpkh: 'wpkh(@0/**)', tr: 'tr(@0/**)' } as const
const none = new Uint8Array(32)

/** Adds a policy (version 2) to the store, and returns its id. */
function addPolicy(store: MerkleStore, { kind, account, fingerprint, extendedKey }: Policy): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text)
  const template = encode(templates[kind])
  return store.addPreimage(
    joinBytes(
      Uint8Array.of(2, 0),
      compactSize(template.length),
      store.addPreimage(template),
      compactSize(1),
      store.addList([encode(`[${hexOf(fingerprint)}/${account}]${extendedKey}`)]),
    ),
  )
}

/** The first address of a policy, as the app derives it. */
export async function readBitcoinAddress(device: Exchange, policy: Policy, isShown: boolean): Promise<string> {
  const store = createMerkleStore()
  const id = addPolicy(store, policy)
  const data = joinBytes(Uint8Array.of(isShown ? 1 : 0), id, none, new Uint8Array(5))
  return new TextDecoder().decode(await converse(device, { ins: 0x03, data }, store))
}

/** Signs the inputs of a PSBT that belong to the policy. */
export async function signDevicePsbt(device: Exchange, policy: Policy, psbt: DevicePsbt): Promise<InputSignature[]> {
  const store = createMerkleStore()
  const id = addPolicy(store, policy)
  const listOf = (maps: DevicePsbt['inputs']) =>
    joinBytes(compactSize(maps.length), store.addList(maps.map(store.addMap)))
  const data = joinBytes(store.addMap(psbt.global), listOf(psbt.inputs), listOf(psbt.outputs), id, none)
  await converse(device, { ins: 0x04, data }, store)
  return store.results.map((bytes) => {
    const [input, start] = readSize(bytes, 0)
    const end = start + 1 + (bytes[start] ?? 0)
    return { input, key: bytes.slice(start + 1, end), signature: bytes.slice(end) }
  })
}

/** Signs a text with the key at a path: a header byte, then the signature. */
export async function signBitcoinMessage(device: Exchange, path: string, message: Uint8Array): Promise<Uint8Array> {
  const store = createMerkleStore()
  const chunks = Array.from({ length: Math.ceil(message.length / chunk) }, (_, at) =>
    message.subarray(at * chunk, (at + 1) * chunk),
  )
  const data = joinBytes(writePath(path), compactSize(message.length), store.addList(chunks))
  const signature = await converse(device, { ins: 0x10, data }, store)
  if (signature.length !== 65) throw new LedgerError('unreadable')
  return signature
}

/** A key's origin, as PSBTs write it: the fingerprint, then each step. */
export const writeOrigin = (fingerprint: Uint8Array, path: string): Uint8Array => {
  const steps = stepsOf(path)
  const bytes = new Uint8Array(4 * steps.length)
  const view = new DataView(bytes.buffer)
  for (const [at, step] of steps.entries()) view.setUint32(4 * at, step, true)
  return joinBytes(fingerprint, bytes)
}
