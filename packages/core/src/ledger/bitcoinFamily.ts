import { bitcoinNetwork } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { isEcdsaSigned } from '@billfold/protocol/bitcoin/isEcdsaSigned'
import { isSchnorrSigned } from '@billfold/protocol/bitcoin/isSchnorrSigned'
import { hash160, keyHash, segwitScript } from '@billfold/protocol/bitcoin/keyScripts'
import { taprootScript } from '@billfold/protocol/bitcoin/taprootScript'
import { writeBitcoinAddress } from '@billfold/protocol/bitcoin/writeBitcoinAddress'
import { hexOf, isSameBytes } from '@billfold/protocol/bytes'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { HDKey } from 'viem/accounts'
import { type PsbtMaps, readPsbtMaps, spentOutput } from '../chains/bip122/psbtMaps.ts'
import type { RawOutput } from '../chains/bip122/rawTransaction.ts'
import { segwitHash, taprootHash } from '../chains/bip122/sighashes.ts'
import {
  type Policy,
  readBitcoinAddress,
  readExtendedKey,
  readFingerprint,
  signBitcoinMessage,
  signDevicePsbt,
  writeOrigin,
} from './bitcoinCommands.ts'
import { LedgerError } from './ledgerError.ts'
import type { DeviceRequest, DeviceTools, LedgerAccount, LedgerFamily } from './ledgerFamily.ts'
import type { Exchange } from './openDevice.ts'
import { type InputSignature, type OwnKey, ownInputs, psbtForDevice, withSignatures } from './psbtForDevice.ts'

type Params = Readonly<Record<string, unknown>>
type Run = (request: DeviceRequest & { input: Params }, tools: DeviceTools) => Promise<unknown>

const methods: Readonly<Record<string, Run>> = {
  async signMessage({ account, input: { message, protocol } }, { sign }) {
    if (typeof message !== 'string') throw new KitError('invalid_input')
    const isTaproot = kindOf(account.path) === 'tr'
    if (isTaproot || protocol === 'bip322')
      throw new KitError('wallet_method_unsupported', { message: 'A Ledger signs no messages by BIP-322' })
    const bytes = new TextEncoder().encode(message)
    const signature = await sign({ kind: 'message', isBlind: false }, (device) =>
      signBitcoinMessage(device, account.path, bytes),
    )
    // The app writes the header of a legacy address; 39 to 42 are a native segwit one's (BIP-137).
    const header = 39 + (((signature[0] ?? 0) - 27) & 3)
    return { address: account.address, signature: encodeBase64(Uint8Array.of(header, ...signature.subarray(1))) }
  },
  async signPsbt(request, tools) {
    const { account, input } = request
    if (typeof input.psbt !== 'string') throw new KitError('invalid_input')
    if (input.broadcast === true) throw new KitError('wallet_method_unsupported', { message: 'A Ledger only signs' })
    const psbt = readPsbtMaps(decodeBase64(input.psbt))
    const wanted = wantedInputs(input.signInputs)
    const signed = await tools.sign({ kind: 'transaction', isBlind: false }, async (device) => {
      const policy = await readPolicy(device, account.path)
      const own = ownKeyOf(account, policy)
      const mine = ownInputs(psbt, own)
      if (!mine.length || wanted?.some((at) => !mine.includes(at)))
        throw new KitError('invalid_input', { message: 'This account does not own the inputs to sign' })
      const signatures = await signDevicePsbt(device, policy, psbtForDevice(psbt, own))
      const kept = (wanted ?? mine).map((at) => signatures.find(({ input: each }) => each === at))
      for (const [i, at] of (wanted ?? mine).entries()) assertInput(psbt, own, at, kept[i])
      return withSignatures(psbt, own, kept as InputSignature[])
    })
    return { psbt: encodeBase64(signed) }
  },
}

/** Bitcoin: the first address of an account, native segwit or taproot. */
export const bitcoinFamily: LedgerFamily = {
  namespace: 'bip122',
  appOf: (networkId) => (realmOf(networkId) === 'main' ? 'Bitcoin' : 'Bitcoin Test'),
  coinOf: (networkId) => (realmOf(networkId) === 'main' ? 0 : 1),
  async readAccount(device, { path, networkId }, isShown) {
    const policy = await readPolicy(device, path)
    const key = publicKeyOf(policy)
    const { kind } = policy
    const script = kind === 'tr' ? taprootScript(key.slice(1)) : segwitScript(key)
    const address = writeBitcoinAddress(script, realmOf(networkId))
    if (isShown && (await readBitcoinAddress(device, policy, true)) !== address) throw new LedgerError('addressDiffers')
    return {
      address: address!,
      path,
      type: kind === 'tr' ? 'ordinal' : 'payment',
      publicKey: hexOf(kind === 'tr' ? key.slice(1) : key),
    }
  },
  methods: Object.keys(methods),
  run: (request, tools) => methods[request.method]!({ ...request, input: (request.params ?? {}) as Params }, tools),
}

const kindOf = (path: string): Policy['kind'] => (path.startsWith("86'") ? 'tr' : 'wpkh')

function realmOf(networkId: CaipNetworkId): 'main' | 'test' {
  const realm = bitcoinNetwork(networkId)?.realm
  if (realm !== 'main' && realm !== 'test')
    throw new KitError('chain_unknown', { message: 'A Ledger has no app for this Bitcoin network' })
  return realm
}

async function readPolicy(device: Exchange, path: string): Promise<Policy> {
  const account = path.split('/').slice(0, 3).join('/')
  const [extendedKey, fingerprint] = [await readExtendedKey(device, account), await readFingerprint(device)]
  return { kind: kindOf(path), account, fingerprint, extendedKey }
}

const testVersions = { private: 0x04358394, public: 0x043587cf }

/** The public key of the policy's first address. */
function publicKeyOf({ extendedKey }: Policy): Uint8Array {
  try {
    const isTest = extendedKey.startsWith('tpub')
    const key = HDKey.fromExtendedKey(extendedKey, isTest ? testVersions : undefined).derive('m/0/0').publicKey
    if (key) return key
  } catch (cause) {
    throw new LedgerError('unreadable', cause)
  }
  throw new LedgerError('unreadable')
}

/** The account's key; a device with other keys is noticed here. */
function ownKeyOf({ path, publicKey }: LedgerAccount, policy: Policy): OwnKey {
  const key = publicKeyOf(policy)
  const { kind, fingerprint } = policy
  if (publicKey !== hexOf(kind === 'tr' ? key.slice(1) : key)) throw new LedgerError('otherDevice')
  return {
    kind,
    script: kind === 'tr' ? taprootScript(key.slice(1)) : segwitScript(key),
    publicKey: key,
    origin: writeOrigin(fingerprint, path),
  }
}

/** The inputs that a request names; undefined for all of the account's. A Ledger signs whole transactions only. */
function wantedInputs(list: unknown): number[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  return list.map((one: { index?: unknown; sighashTypes?: unknown }) => {
    const types = Array.isArray(one?.sighashTypes) ? one.sighashTypes : []
    if (!Number.isInteger(one?.index)) throw new KitError('invalid_input')
    if (types.some((type) => type !== 0 && type !== 1))
      throw new KitError('wallet_method_unsupported', { message: 'A Ledger signs whole transactions only' })
    return Number(one.index)
  })
}

/** The signature must be the account's, over the whole transaction. */
function assertInput(psbt: PsbtMaps, own: OwnKey, at: number, given: InputSignature | undefined): void {
  if (!given) throw new LedgerError('unreadable')
  const { transaction } = psbt
  const coins = transaction.inputs.map((_, index) => spentOutput(psbt, index))
  if (coins.some((coin) => !coin)) throw new KitError('invalid_input', { message: 'The PSBT lacks a coin’s amount' })
  const all = coins as readonly RawOutput[]
  const { signature } = given
  if (own.kind === 'tr') {
    const type = signature.length === 65 ? signature[64]! : 0
    const hash = taprootHash({ transaction, at, type }, all)
    const isWhole = signature.length === 64 || type === 1
    if (!isWhole || !isSchnorrSigned(signature.subarray(0, 64), hash, own.script.subarray(2)))
      throw new LedgerError('otherDevice')
    return
  }
  const hash = segwitHash({ transaction, at, type: 1 }, all[at]!, keyHash(hash160(own.publicKey)))
  const isOwn = isSameBytes(given.key, own.publicKey) && signature.at(-1) === 1
  if (!isOwn || !isEcdsaSigned(signature.subarray(0, -1), hash, own.publicKey)) throw new LedgerError('otherDevice')
}
