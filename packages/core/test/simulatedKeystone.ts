import { createHash, createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto'
import { CryptoHDKey, CryptoKeypath, CryptoMultiAccounts, CryptoPSBT, PathComponent } from '@keystonehq/bc-ur-registry'
import { BtcSignature, BtcSignRequest } from '@keystonehq/bc-ur-registry-btc'
import { DataType, ETHSignature, EthSignRequest } from '@keystonehq/bc-ur-registry-eth'
import { SolSignature, SolSignRequest } from '@keystonehq/bc-ur-registry-sol'
import { UR, UREncoder } from '@ngraveio/bc-ur'
import { Transaction } from '@scure/btc-signer'
import { bytesToHex, hexToBytes, keccak256 } from 'viem'
import { HDKey, hdKeyToAccount, privateKeyToAccount, sign } from 'viem/accounts'

const seed = Buffer.from('fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a2', 'hex')
const solanaSeed = Buffer.alloc(32, 11)
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A code's contents. */
export type DeviceUr = { type: string; cbor: Uint8Array }

/** An air-gapped device made of Keystone's own libraries, with keys of viem and btc-signer. */
export function simulatedKeystone() {
  const master = HDKey.fromMasterSeed(seed)
  const fingerprint = Buffer.alloc(4)
  fingerprint.writeUInt32BE(master.fingerprint)
  const solanaKey = createPrivateKey({ key: Buffer.concat([pkcs8, solanaSeed]), format: 'der', type: 'pkcs8' })
  const solanaPublic = createPublicKey(solanaKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const keypath = (path: string) =>
    new CryptoKeypath(
      path
        .split('/')
        .map((step) => new PathComponent({ index: Number.parseInt(step, 10), hardened: step.endsWith("'") })),
      fingerprint,
    )
  const accountKey = (path: string) => {
    const key = master.derive(`m/${path}`)
    return new CryptoHDKey({
      ...{ isMaster: false, key: Buffer.from(key.publicKey!), chainCode: Buffer.from(key.chainCode!) },
      ...{ origin: keypath(path), name: 'Keystone' },
    })
  }
  const keyAt = (path: string) => bytesToHex(master.derive(`m/${path}`).privateKey!)
  const urOf = (item: { toUR(): UR }, type?: string): DeviceUr => ({
    type: type ?? item.toUR().type,
    cbor: item.toUR().cbor,
  })

  async function signEth(request: EthSignRequest): Promise<Buffer> {
    const account = hdKeyToAccount(master, { path: `m/${request.getDerivationPath()}` as never })
    const data = bytesToHex(request.getSignData())
    const kind = request.getDataType()
    if (kind === DataType.personalMessage) return bufferOf(await account.signMessage({ message: { raw: data } }))
    if (kind === DataType.typedData)
      return bufferOf(await account.signTypedData(JSON.parse(request.getSignData().toString('utf8'))))
    const { r, s, yParity = 0 } = await sign({ hash: keccak256(data), privateKey: keyAt(request.getDerivationPath()!) })
    // Keystone writes EIP-155's `v` for legacy transactions, and the parity for typed ones.
    const v = kind === DataType.transaction ? (request.getChainId() ?? 1) * 2 + 35 + yParity : yParity
    const last = Buffer.from(v.toString(16).padStart(v > 255 ? 4 : 2, '0'), 'hex')
    return Buffer.concat([bufferOf(r), bufferOf(s), last])
  }

  async function signBitcoinMessage(request: BtcSignRequest): Promise<BtcSignature> {
    const path = request.getDerivationPaths()[0]!
    const text = request.getSignData()
    const magic = Buffer.from('\x18Bitcoin Signed Message:\n')
    const once = createHash('sha256')
      .update(Buffer.concat([magic, Buffer.of(text.length), text]))
      .digest()
    const hash = createHash('sha256').update(once).digest()
    const { r, s, yParity = 0 } = await sign({ hash: bytesToHex(hash), privateKey: keyAt(path) })
    const signature = Buffer.concat([Buffer.of(31 + yParity), bufferOf(r), bufferOf(s)])
    return new BtcSignature(signature, request.getRequestId(), Buffer.from(master.derive(`m/${path}`).publicKey!))
  }

  function signPsbt(psbt: Uint8Array): Uint8Array {
    const transaction = Transaction.fromPSBT(psbt)
    for (let at = 0; at < transaction.inputsLength; at++) {
      const { bip32Derivation, tapBip32Derivation } = transaction.getInput(at)
      const origin = bip32Derivation?.[0]?.[1] ?? tapBip32Derivation?.[0]?.[1].der
      if (origin?.fingerprint !== master.fingerprint) continue
      const key = origin.path.reduce((from: HDKey, step: number) => from.deriveChild(step), master)
      transaction.signIdx(key.privateKey!, at)
    }
    return transaction.toPSBT()
  }

  return {
    master,
    solanaPublic: Uint8Array.from(solanaPublic),
    evm: (index: number) => hdKeyToAccount(master, { addressIndex: index }),
    /** One family's code, as Keystone shows it for a wallet of EVM chains. */
    evmAccount: () => urOf(accountKey("44'/60'/0'")),
    /** All families in one code. */
    accounts() {
      const solana = new CryptoHDKey({
        isMaster: false,
        key: Buffer.from(solanaPublic),
        origin: keypath("44'/501'/0'"),
      })
      const keys = ["44'/60'/0'", "84'/0'/0'", "86'/0'/0'", "84'/1'/0'"].map(accountKey)
      return urOf(new CryptoMultiAccounts(fingerprint, [...keys, solana], 'Keystone 3 Pro'), 'crypto-multi-accounts')
    },
    /** Signs a request. */
    async answer({ type, cbor }: DeviceUr): Promise<DeviceUr> {
      const bytes = Buffer.from(cbor)
      if (type === 'eth-sign-request') {
        const request = EthSignRequest.fromCBOR(bytes)
        return urOf(new ETHSignature(await signEth(request), request.getRequestId(), 'Keystone'))
      }
      if (type === 'sol-sign-request') {
        const request = SolSignRequest.fromCBOR(bytes)
        return urOf(new SolSignature(signBytes(null, request.getSignData(), solanaKey), request.getRequestId()))
      }
      if (type === 'btc-sign-request') return urOf(await signBitcoinMessage(BtcSignRequest.fromCBOR(bytes)))
      if (type === 'crypto-psbt')
        return urOf(new CryptoPSBT(Buffer.from(signPsbt(CryptoPSBT.fromCBOR(bytes).getPSBT()))))
      throw new Error(`The device does not know ${type}`)
    },
    /** The parts of a code as the device animates them. */
    parts({ type, cbor }: DeviceUr, fragment = 200): string[] {
      const encoder = new UREncoder(new UR(Buffer.from(cbor), type), fragment)
      return Array.from({ length: encoder.fragmentsLength }, () => encoder.nextPart().toUpperCase())
    },
    other: privateKeyToAccount(`0x${'42'.repeat(32)}`),
  }
}

const bufferOf = (hex: `0x${string}`) => Buffer.from(hexToBytes(hex))
