import { isSchnorrSigned } from '@billfold/protocol/bitcoin/isSchnorrSigned'
import { Transaction } from '@scure/btc-signer'
import type { BitcoinInput, BitcoinOutput, BitcoinTx } from './bcoin.ts'

/** `OP_1` and a key of 32 bytes. */
export const isTaprootScript = (script: Uint8Array): boolean =>
  script.length === 34 && script[0] === 0x51 && script[1] === 32

const hashTypes = [0, 1, 2, 3, 0x81, 0x82, 0x83]

/**
 * Verifies the spends of Taproot outputs by their key (BIP-341), for bcoin is older; returns the first fault in Bitcoin
 * Core's words. It knows no Tapscript, so it rejects a spend by a script.
 */
export function findTaprootFault(tx: BitcoinTx, spent: readonly BitcoinOutput[]): string | undefined {
  for (const [at, input] of tx.inputs.entries()) {
    const script = spent[at]!.script.toRaw()
    const fault = isTaprootScript(script) ? findKeyFault(tx, spent, at) : findNestedFault(input)
    if (fault) return `mandatory-script-verify-flag-failed (${fault})`
  }
  return undefined
}

/** BIP-341 leaves a program inside P2SH to everyone; nodes do not relay its spend. */
const findNestedFault = ({ script }: BitcoinInput) =>
  isTaprootScript(script.code.at(-1)?.data ?? new Uint8Array())
    ? 'Witness version reserved for soft-fork upgrades'
    : undefined

function findKeyFault(tx: BitcoinTx, spent: readonly BitcoinOutput[], at: number): string | undefined {
  const [signature, ...more] = tx.inputs[at]!.witness.items
  if (!signature) return 'Witness program was passed an empty witness'
  if (more.length > 0) return 'This chain spends Taproot by key only: no scripts and no annex'
  if (signature.length !== 64 && signature.length !== 65) return 'Invalid Schnorr signature size'
  const hashType = signature[64] ?? 0
  const isKnown = hashTypes.includes(hashType) && (signature.length === 64 || hashType !== 0)
  if (!isKnown || ((hashType & 3) === 3 && at >= tx.outputs.length)) return 'Invalid Schnorr signature hash type'
  const scripts = spent.map(({ script }) => new Uint8Array(script.toRaw()))
  const amounts = spent.map(({ value }) => BigInt(value))
  const message = readAny(tx).preimageWitnessV1(at, scripts, hashType, amounts)
  const isValid = isSchnorrSigned(signature.subarray(0, 64), message, scripts[at]!.subarray(2))
  return isValid ? undefined : 'Invalid Schnorr signature'
}

const readAny = (tx: BitcoinTx) =>
  Transaction.fromRaw(new Uint8Array(tx.toRaw()), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  })
