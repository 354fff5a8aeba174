import { compactSize } from '@billfold/protocol/bitcoin/bitcoinBytes'
import type { BitcoinRealm } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import { isSameBytes, joinBytes } from '@billfold/protocol/bytes'
import { Transaction } from '@scure/btc-signer'
import { bytesToHex } from 'viem/utils'
import { createFieldReader, DeviceStatus, status } from './apdu.ts'
import type { AppContext } from './ledgerApp.ts'

type Entry = { key: Uint8Array; value: Uint8Array }
type Committed = {
  global: readonly Entry[]
  inputs: readonly (readonly Entry[])[]
  outputs: readonly (readonly Entry[])[]
  yield(result: Uint8Array): Promise<unknown>
}

/** Shows a PSBT of version 2 and signs the inputs that name a key of this device. */
export async function signCommittedPsbt(device: AppContext, realm: BitcoinRealm, psbt: Committed): Promise<void> {
  const fingerprint = await device.keys().fingerprint()
  const transaction = new Transaction({
    version: number(psbt.global, 0x02),
    lockTime: optional(psbt.global, 0x03) ? number(psbt.global, 0x03) : 0,
    allowUnknownOutputs: true,
  })
  const paths: (number[] | undefined)[] = []
  for (const input of psbt.inputs) {
    const taproot = find(input, 0x16)
    const derivation = taproot ? taproot.value.slice(1) : find(input, 0x06)?.value
    const isOwn = derivation && isSameBytes(derivation.slice(0, 4), fingerprint)
    paths.push(isOwn ? steps(derivation.slice(4)) : undefined)
    const coin = createFieldReader(required(input, 0x01))
    const amount = little(coin.take(8))
    transaction.addInput({
      txid: required(input, 0x0e).toReversed(),
      index: number(input, 0x0f),
      sequence: number(input, 0x10),
      witnessUtxo: { amount, script: coin.take(coin.size()) },
      ...(taproot ? { tapInternalKey: taproot.key.slice(1) } : {}),
    })
  }
  const lines: string[] = []
  for (const output of psbt.outputs) {
    const [script, amount] = [required(output, 0x04), little(required(output, 0x03))]
    transaction.addOutput({ script, amount })
    const change = find(output, 0x07)?.value.slice(1) ?? find(output, 0x02)?.value
    // Unlike inputs, outputs count as the device's own only on the path for change.
    const isChange = change && isSameBytes(change.slice(0, 4), fingerprint) && steps(change.slice(4)).at(-2) === 1
    if (!isChange) lines.push(`${writeBitcoinAddress(script, realm)}: ${amount}`)
  }
  if (!paths.some(Boolean)) throw new DeviceStatus(status.invalidData)
  await device.confirm(['Review transaction', ...lines, `Fee: ${transaction.fee}`])
  for (const [at, path] of paths.entries()) {
    if (!path) continue
    const isTaproot = find(psbt.inputs[at]!, 0x16) !== undefined
    const { privateKey, publicKey } = await device.keys().at(path)
    // Without randomness, so that two runs compare byte for byte.
    transaction.signIdx(privateKey!, at, undefined, new Uint8Array(32))
    const { partialSig, tapKeySig } = transaction.getInput(at)
    const signature = isTaproot ? tapKeySig : partialSig?.[0]?.[1]
    const key = isTaproot ? transaction.getInput(at).witnessUtxo!.script.slice(2) : publicKey!
    if (!signature) throw new DeviceStatus(status.invalidData)
    const given = device.isLying('signature') ? signature.map((byte, i) => (i === 20 ? byte ^ 1 : byte)) : signature
    await psbt.yield(joinBytes(compactSize(at), Uint8Array.of(key.length), key, given))
  }
}

const find = (entries: readonly Entry[], type: number) => entries.find(({ key }) => key[0] === type)
const optional = (entries: readonly Entry[], type: number) => find(entries, type)?.value
function required(entries: readonly Entry[], type: number): Uint8Array {
  const value = optional(entries, type)
  if (!value) throw new DeviceStatus(status.invalidData)
  return value
}
const little = (bytes: Uint8Array): bigint => BigInt(bytesToHex(bytes.toReversed()))
const number = (entries: readonly Entry[], type: number): number => Number(little(required(entries, type)))
function steps(bytes: Uint8Array): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, at) => Number(little(bytes.slice(4 * at, 4 * at + 4))))
}
