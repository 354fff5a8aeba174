import { bytesOfHex, hexOf } from '@billfold/protocol/bytes'
import { decodeCbor } from '@billfold/protocol/ur/cbor'
import { deriveAccounts } from '@billfold/protocol/ur/deriveAccounts'
import { readDeviceAccounts } from '@billfold/protocol/ur/deviceAccounts'
import { parsePath } from '@billfold/protocol/ur/keyPath'
import { btcSignRequest, ethSignRequest, psbtRequest, solSignRequest } from '@billfold/protocol/ur/signRequests'
import { readPsbtCode, readSignature } from '@billfold/protocol/ur/signResponses'
import { createUrDecoder, type Ur } from '@billfold/protocol/ur/urDecoder'
import { createUrEncoder } from '@billfold/protocol/ur/urEncoder'
import {
  CryptoAccount,
  CryptoHDKey,
  CryptoKeypath,
  CryptoMultiAccounts,
  CryptoOutput,
  CryptoPSBT,
  PathComponent,
  ScriptExpressions,
} from '@keystonehq/bc-ur-registry'
import { BtcSignature, BtcSignRequest } from '@keystonehq/bc-ur-registry-btc'
import { ETHSignature, EthSignRequest } from '@keystonehq/bc-ur-registry-eth'
import { SolSignature, SolSignRequest } from '@keystonehq/bc-ur-registry-sol'
import { UR, URDecoder, UREncoder } from '@ngraveio/bc-ur'
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import { HDKey, hdKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

// The device makers' own libraries, in both directions.

/** The same sequence of numbers below `max` in each run. */
function createNumbers(seed: number) {
  let state = seed
  return (max: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}
const bytesFrom = (next: (max: number) => number, length: number) => Uint8Array.from({ length }, () => next(256))
const urOf = (item: { toUR(): { type: string; cbor: Uint8Array } }): Ur => {
  const ur = item.toUR()
  return { type: ur.type, message: Uint8Array.from(ur.cbor) }
}
const id = bytesOfHex('9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d')
const uuidText = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'

describe('parts, against the reference library', () => {
  const cases = Array.from({ length: 12 }, (_, at) => at + 1)

  it.each(cases)('encodes parts that it decodes, lost, repeated and shuffled (%i)', (seed) => {
    const next = createNumbers(seed)
    const message = bytesFrom(next, 1 + next(1500))
    const encoder = createUrEncoder('bytes', message, 20 + next(180))
    const decoder = new URDecoder()
    for (let sent = 0; !decoder.isComplete(); sent++) {
      expect(sent).toBeLessThan(encoder.count * 40 + 100)
      decoder.receivePart(encoder.part(1 + next(encoder.count * 4)))
    }
    expect(hexOf(decoder.resultUR().cbor)).toBe(hexOf(message))
  })

  it.each(cases)('decodes its parts, lost, repeated, shuffled, foreign and damaged (%i)', (seed) => {
    const next = createNumbers(seed)
    const message = bytesFrom(next, 1 + next(1500))
    const fragment = 20 + next(180)
    const their = new UREncoder(new UR(Buffer.from(message), 'bytes'), fragment)
    const foreign = new UREncoder(new UR(Buffer.from(bytesFrom(next, 900)), 'bytes'), fragment)
    const parts = Array.from({ length: their.fragmentsLength * 4 }, () => their.nextPart())
    const decoder = createUrDecoder()
    let result = decoder.read(parts[0]!)
    for (let sent = 0; result.kind !== 'done'; sent++) {
      expect(sent).toBeLessThan(parts.length * 20 + 100)
      const part = parts[next(parts.length)]!
      const kind = next(10)
      if (kind === 0) decoder.read(foreign.nextPart())
      if (kind === 1) decoder.read(damage(part, next))
      result = decoder.read(part)
    }
    expect(hexOf(result.ur.message)).toBe(hexOf(message))
  })

  it.each(cases)('makes the same parts, byte for byte (%i)', (seed) => {
    const next = createNumbers(seed)
    const message = bytesFrom(next, 200 + next(1000))
    const their = new UREncoder(new UR(Buffer.from(message), 'bytes'), 100)
    const our = createUrEncoder('bytes', message, 100)
    for (let number = 1; number <= our.count * 3; number++)
      expect(our.part(number).toLowerCase()).toBe(their.nextPart().toLowerCase())
  })
})

function damage(text: string, next: (max: number) => number): string {
  const at = 10 + next(text.length - 10)
  return `${text.slice(0, at)}${'abcdefghij'[next(10)]}${text.slice(at + 1)}`
}

describe('requests, against the registry libraries', () => {
  const fingerprint = 0x12345678
  const path = (text: string) => ({ path: parsePath(text)!, fingerprint })

  it('writes an EVM request as published', () => {
    const data = bytesOfHex(
      'f849808609184e72a00082271094000000000000000000000000000000000000000080a47f7465737432000000000000000000000000000000000000000000000000000000600057808080',
    )
    const { type, message } = ethSignRequest({
      ...{ id, data, signer: path("m/44'/1'/1'/0/1"), type: 'transaction', chainId: 1, origin: 'metamask' },
    })
    expect(createUrEncoder(type, message, 1000).part(1).toLowerCase()).toBe(
      'ur:eth-sign-request/oladtpdagdndcawmgtfrkigrpmndutdnbtkgfssbjnaohdgryagalalnascsgljpnbaelfdibemwaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaelaoxlbjyihjkjyeyaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaeaehnaehglalalaaxadaaadahtaaddyoeadlecsdwykadykadykaewkadwkaocybgeehfksatisjnihjyhsjnhsjkjetlnndant',
    )
  })

  it('writes EVM requests that the library writes alike', () => {
    const address = '0x9858effd232b4033e47d90003d41ec34ecaeda94'
    for (const [number, type] of [
      [1, 'transaction'],
      [2, 'typedData'],
      [3, 'message'],
      [4, 'typedTransaction'],
    ] as const) {
      const their = EthSignRequest.constructETHRequest(
        ...([
          Buffer.from('abcd', 'hex'),
          number,
          "m/44'/60'/0'/0/3",
          '12345678',
          uuidText,
          137,
          address,
          'Shop',
        ] as const),
      )
      const request = { id, type, data: bytesOfHex('abcd'), chainId: 137, origin: 'Shop' }
      const our = ethSignRequest({
        ...request,
        signer: path("m/44'/60'/0'/0/3"),
        address: bytesOfHex(address.slice(2)),
      })
      expect(decodeCbor(our.message)).toEqual(decodeCbor(urOf(their).message))
      const read = EthSignRequest.fromCBOR(Buffer.from(our.message))
      expect([read.getDerivationPath(), read.getChainId(), read.getOrigin(), read.getDataType()]).toEqual([
        "44'/60'/0'/0/3",
        137,
        'Shop',
        number,
      ])
      expect(read.getSourceFingerprint()?.toString('hex')).toBe('12345678')
    }
  })

  it('writes Solana and Bitcoin requests that the libraries write alike', () => {
    const key = bytesOfHex('ab'.repeat(32))
    const sol = solSignRequest({
      ...{ id, type: 'message', data: bytesOfHex('0102'), signer: path("m/44'/501'/0'"), address: key, origin: 'Shop' },
    })
    const theirSol = SolSignRequest.constructSOLRequest(
      ...([Buffer.from('0102', 'hex'), "m/44'/501'/0'", '12345678', 2, uuidText, hexOf(key), 'Shop'] as const),
    )
    expect(decodeCbor(sol.message)).toEqual(decodeCbor(urOf(theirSol).message))
    const btc = btcSignRequest({
      ...{ id, data: bytesOfHex('0102'), signer: path("m/84'/0'/0'/0/0"), address: 'bc1q', origin: 'Shop' },
    })
    const theirBtc = BtcSignRequest.constructBtcRequest(
      uuidText,
      ['12345678'],
      Buffer.from('0102', 'hex'),
      1,
      ["m/84'/0'/0'/0/0"],
      ['bc1q'],
      'Shop',
    )
    expect(decodeCbor(btc.message)).toEqual(decodeCbor(urOf(theirBtc).message))
    const psbt = psbtRequest(bytesOfHex('70736274ff00'))
    expect(psbt).toEqual(urOf(new CryptoPSBT(Buffer.from('70736274ff00', 'hex'))))
  })
})

describe('signatures, against the registry libraries', () => {
  const other = Buffer.alloc(16, 1)

  it('reads the library’s signatures of each family', () => {
    const eth = urOf(new ETHSignature(Buffer.alloc(65, 7), Buffer.from(id), 'Keystone'))
    expect(readSignature('eth', eth, id)).toEqual(new Uint8Array(65).fill(7))
    const sol = urOf(new SolSignature(Buffer.alloc(64, 8), Buffer.from(id)))
    expect(readSignature('sol', sol, id)).toEqual(new Uint8Array(64).fill(8))
    const btc = urOf(new BtcSignature(Buffer.alloc(65, 9), Buffer.from(id), Buffer.alloc(33, 2)))
    expect(readSignature('btc', btc, id)).toEqual(new Uint8Array(65).fill(9))
    expect(readPsbtCode(urOf(new CryptoPSBT(Buffer.from('70736274ff00', 'hex'))))).toEqual(bytesOfHex('70736274ff00'))
  })

  it('rejects the answer to another request, another type, and odd lengths, each with its sentence', () => {
    const answerTo = (request?: Buffer, length = 65) => urOf(new ETHSignature(Buffer.alloc(length, 7), request))
    expect(() => readSignature('eth', answerTo(other), id)).toThrow('This code answers another request')
    expect(() => readSignature('eth', answerTo(), id)).toThrow('This code answers another request')
    expect(() => readSignature('eth', answerTo(Buffer.from(id), 64), id)).toThrow('damaged or incomplete')
    const sol = urOf(new SolSignature(Buffer.alloc(64, 8), Buffer.from(id)))
    expect(() => readSignature('eth', sol, id)).toThrow('not a signature for this request')
    expect(() => readPsbtCode(sol)).toThrow('not a signature for this request')
    expect(() => readSignature('eth', { type: 'eth-signature', message: new Uint8Array(3) }, id)).toThrow('damaged')
  })
})

describe('accounts, against the registry libraries and BIP-32', () => {
  const seed = Buffer.from('fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a2', 'hex')
  const master = HDKey.fromMasterSeed(seed)
  const fingerprint = Buffer.alloc(4)
  fingerprint.writeUInt32BE(master.fingerprint)
  const stepsOf = (text: string) =>
    text
      .split('/')
      .map((step) =>
        step === '*'
          ? new PathComponent({ hardened: false })
          : new PathComponent({ index: Number.parseInt(step, 10), hardened: step.endsWith("'") }),
      )
  const hdKey = (path: string, children?: string, name?: string) => {
    const key = master.derive(`m/${path}`)
    return new CryptoHDKey({
      isMaster: false,
      key: Buffer.from(key.publicKey!),
      chainCode: Buffer.from(key.chainCode!),
      origin: new CryptoKeypath(stepsOf(path), fingerprint, path.split('/').length),
      ...(children ? { children: new CryptoKeypath(stepsOf(children)) } : {}),
      ...(name ? { name } : {}),
    })
  }
  const addressesOf = (ur: Ur, count = 3) =>
    readDeviceAccounts(ur).keys.flatMap((key) => deriveAccounts(key, { from: 0, count }).map(({ address }) => address))
  const evm = (accountIndex: number, addressIndex: number) =>
    hdKeyToAccount(master, { accountIndex, addressIndex }).address

  it('derives EVM addresses from an account key, with and without a note on its children', () => {
    const expected = [evm(0, 0), evm(0, 1), evm(0, 2)]
    expect(addressesOf(urOf(hdKey("44'/60'/0'")))).toEqual(expected)
    expect(addressesOf(urOf(hdKey("44'/60'/0'", '0/*')))).toEqual(expected)
    const { name, fingerprint: own } = readDeviceAccounts(urOf(hdKey("44'/60'/0'", '0/*', 'Keystone')))
    expect([name, own]).toEqual(['Keystone', master.fingerprint])
  })

  it('derives addresses below the account key when the device says so, and single ones as they are', () => {
    const [, second] = addressesOf(urOf(hdKey("44'/60'/0'", '*')))
    expect(second).toBe(hdKeyToAccount(master, { path: "m/44'/60'/0'/1" }).address)
    expect(addressesOf(urOf(hdKey("44'/60'/2'/0/0")))).toEqual([evm(2, 0)])
  })

  it('derives Bitcoin addresses of each purpose as the reference does', () => {
    const key = (path: string) => master.derive(`m/${path}`).publicKey!
    const account = new CryptoAccount(
      fingerprint,
      (
        [
          ["84'/0'/0'", [ScriptExpressions.WITNESS_PUBLIC_KEY_HASH]],
          ["49'/0'/0'", [ScriptExpressions.SCRIPT_HASH, ScriptExpressions.WITNESS_PUBLIC_KEY_HASH]],
          ["44'/0'/0'", [ScriptExpressions.PUBLIC_KEY_HASH]],
        ] as const
      ).map(([path, scripts]) => new CryptoOutput([...scripts], hdKey(path))),
    )
    expect(addressesOf(urOf(account), 1)).toEqual([
      p2wpkh(key("84'/0'/0'/0/0")).address,
      p2sh(p2wpkh(key("49'/0'/0'/0/0"))).address,
      p2pkh(key("44'/0'/0'/0/0")).address,
    ])
    expect(addressesOf(urOf(hdKey("86'/0'/0'")), 1)).toEqual([p2tr(key("86'/0'/0'/0/0").slice(1)).address])
  })

  it('reads several families in one code', () => {
    const sol = new CryptoHDKey({
      isMaster: false,
      key: Buffer.alloc(32, 5),
      origin: new CryptoKeypath(stepsOf("44'/501'/0'"), fingerprint),
    })
    const multi = new CryptoMultiAccounts(fingerprint, [hdKey("44'/60'/0'"), hdKey("84'/0'/0'"), sol], 'Keystone 3 Pro')
    const accounts = readDeviceAccounts({ ...urOf(multi), type: 'crypto-multi-accounts' })
    const derived = accounts.keys.flatMap((key) => deriveAccounts(key, { from: 0, count: 1 }))
    expect(derived.map(({ family }) => family)).toEqual(['eip155', 'bip122', 'solana'])
    expect(accounts.name).toBe('Keystone 3 Pro')
  })

  it('refuses private keys, keys without a device, and codes of other kinds', () => {
    const secret = new CryptoHDKey({
      ...{ isMaster: false, isPrivateKey: true, key: Buffer.alloc(33, 1), chainCode: Buffer.alloc(32, 1) },
      origin: new CryptoKeypath(stepsOf("44'/60'/0'"), fingerprint),
    })
    expect(() => readDeviceAccounts(urOf(secret))).toThrow('never show it to a site')
    const lost = new CryptoHDKey({
      isMaster: false,
      key: Buffer.alloc(33, 2),
      origin: new CryptoKeypath(stepsOf("44'/60'/0'")),
    })
    expect(() => readDeviceAccounts(urOf(lost))).toThrow('incomplete')
    expect(() => readDeviceAccounts(urOf(new CryptoPSBT(Buffer.alloc(5))))).toThrow('not an account code')
  })
})
