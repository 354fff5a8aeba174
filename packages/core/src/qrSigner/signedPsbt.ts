import { isEcdsaSigned } from '@billfold/protocol/bitcoin/isEcdsaSigned'
import { isSchnorrSigned } from '@billfold/protocol/bitcoin/isSchnorrSigned'
import { hash160, keyHash, scriptHash, segwitScript } from '@billfold/protocol/bitcoin/keyScripts'
import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { isSameBytes, joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { CodeError } from '@billfold/protocol/ur/codeError'
import { uint32Bytes } from '@billfold/protocol/ur/crc32'
import {
  entryValue,
  inputTypes,
  type PsbtEntry,
  type PsbtMaps,
  readPsbtMaps,
  spentOutput,
} from '../chains/bip122/psbtMaps.ts'
import { byteReader, type RawOutput, writeTransaction } from '../chains/bip122/rawTransaction.ts'
import { legacyHash, segwitHash, taprootHash } from '../chains/bip122/sighashes.ts'
import type { ChosenAccount } from './storedAccounts.ts'

const [defaultType, all] = [0, 1]

/** Indexes of the account's own inputs. */
export function ownInputs(psbt: PsbtMaps, { address }: ChosenAccount): number[] {
  const { script } = readBitcoinAddress(address)
  return psbt.inputs.flatMap((_, at) => {
    const spent = spentOutput(psbt, at)
    return spent && isSameBytes(spent.script, script) ? [at] : []
  })
}

/** Adds the key's path to inputs, by which an air-gapped device finds its key. */
export function withDerivations(psbt: PsbtMaps, account: ChosenAccount, own: readonly number[]): PsbtMaps {
  const { publicKey, path, fingerprint, address } = account
  const origin = joinBytes(uint32Bytes(fingerprint), ...path.map((step) => uint32Bytes(step).toReversed()))
  const { kind } = readBitcoinAddress(address)
  const inner = publicKey.subarray(1)
  const entry = (type: number, key: Uint8Array, value: Uint8Array) => ({
    ...{ key: joinBytes(Uint8Array.of(type), key), value },
  })
  const nothing = new Uint8Array()
  const added: readonly PsbtEntry[] =
    kind === 'p2tr'
      ? [
          entry(inputTypes.taprootDerivation, inner, joinBytes(Uint8Array.of(0), origin)),
          entry(inputTypes.taprootKey, nothing, inner),
        ]
      : [
          entry(inputTypes.derivation, publicKey, origin),
          ...(kind === 'p2sh' ? [entry(inputTypes.redeemScript, nothing, segwitScript(publicKey))] : []),
        ]
  const inputs = psbt.inputs.map((entries, at) => {
    if (!own.includes(at)) return entries
    const missing = added.filter(({ key }) => !entries.some((present) => isSameBytes(present.key, key)))
    return [...entries, ...missing].sort((a, b) => compare(a.key, b.key))
  })
  return { ...psbt, inputs }
}

/** Orders entries by key, as some devices expect. */
function compare(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at]! - b[at]!
  return a.length - b.length
}

/**
 * The requested PSBT with the device's verified signatures, and nothing else of its answer. Throws if the answer is for
 * another transaction, or a signature is missing or another key's.
 */
export function withSignatures(
  requested: PsbtMaps,
  answer: Uint8Array,
  account: ChosenAccount,
  own: readonly number[],
) {
  const signed = readAnswer(answer)
  const [before, after] = [requested, signed].map(({ transaction }) => writeTransaction(transaction, false))
  if (!isSameBytes(before!, after!)) throw new CodeError('other_request')
  const inputs = requested.inputs.map((entries, at) => {
    if (!own.includes(at)) return entries
    return [...entries, signatureOf(requested, signed.inputs[at]!, at, account)]
  })
  return { ...requested, inputs }
}

function readAnswer(answer: Uint8Array): PsbtMaps {
  try {
    return readPsbtMaps(answer)
  } catch {
    throw new CodeError('invalid')
  }
}

/** The verified signature of an input, as an entry. */
function signatureOf(
  requested: PsbtMaps,
  entries: readonly PsbtEntry[],
  at: number,
  account: ChosenAccount,
): PsbtEntry {
  const { publicKey, address } = account
  const { kind, script } = readBitcoinAddress(address)
  const { transaction } = requested
  const witness = finalWitness(entries)
  if (kind === 'p2tr') {
    const signature = entryValue(entries, inputTypes.taprootSignature) ?? witness?.[0]
    const type = signature?.length === 65 ? signature[64]! : defaultType
    if (!signature || signature.length < 64 || (type !== defaultType && type !== all)) throw new CodeError('invalid')
    const hash = taprootHash({ transaction, at, type }, allSpent(requested))
    if (!isTaprootSigned(signature.subarray(0, 64), hash, script.subarray(2))) throw new CodeError('other_account')
    return { key: Uint8Array.of(inputTypes.taprootSignature), value: signature }
  }
  const own = entries.find(
    ({ key }) => key[0] === inputTypes.partialSignature && isSameBytes(key.subarray(1), publicKey),
  )
  const signature = own?.value ?? (witness && isSameBytes(witness[1] ?? new Uint8Array(), publicKey) && witness[0])
  if (!signature || signature.at(-1) !== all) throw new CodeError(signature ? 'invalid' : 'other_account')
  const spend = { transaction, at, type: all }
  const spent = spentOutput(requested, at)!
  const keyScript = keyHash(hash160(publicKey))
  const hash = kind === 'p2pkh' ? legacyHash(spend, keyScript) : segwitHash(spend, spent, keyScript)
  const isOwn = [keyScript, segwitScript(publicKey), scriptHash(segwitScript(publicKey))]
  if (!isOwn.some((one) => isSameBytes(one, script)) || !isEcdsaSigned(signature.subarray(0, -1), hash, publicKey))
    throw new CodeError('other_account')
  return { key: joinBytes(Uint8Array.of(inputTypes.partialSignature), publicKey), value: signature }
}

function isTaprootSigned(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  try {
    return isSchnorrSigned(signature, hash, key)
  } catch {
    return false // not a point of the curve
  }
}

function finalWitness(entries: readonly PsbtEntry[]): readonly Uint8Array[] | undefined {
  const bytes = entryValue(entries, inputTypes.finalWitness)
  if (!bytes) return undefined
  const read = byteReader(bytes)
  const count = read.size()
  return count > 4 ? undefined : Array.from({ length: count }, () => read.sized())
}

/** Taproot signs the amounts of all inputs. */
const allSpent = (psbt: PsbtMaps): RawOutput[] =>
  psbt.inputs.map((_, at) => {
    const spent = spentOutput(psbt, at)
    if (!spent) throw new KitError('invalid_input', { message: 'The PSBT must contain the output of each input' })
    return spent
  })
