import { hexOf } from '@billfold/protocol/bytes'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import * as btc from '@scure/btc-signer'
import {
  pubECDSA,
  pubSchnorr,
  signECDSA,
  signSchnorr,
  taprootTweakPrivKey,
  taprootTweakPubkey,
} from '@scure/btc-signer/utils.js'
import { initEccLib, Psbt, Transaction } from 'bitcoinjs-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChainQuery } from '../chainQuery.ts'
import { sendTransfers } from './sendTransfers.ts'

const none = new Uint8Array()
const noChance = new Uint8Array(32)
/** bitcoinjs-lib needs a curve; only the part for keys without scripts. */
const curve = {
  isXOnlyPoint: (point: Uint8Array) => point.length === 32,
  xOnlyPointAddTweak(point: Uint8Array) {
    const [xOnlyPubkey, parity] = taprootTweakPubkey(point, none)
    return { xOnlyPubkey, parity: parity === 1 ? (1 as const) : (0 as const) }
  },
}
beforeAll(() => initEccLib(curve, { DANGER_DO_NOT_VERIFY_ECCLIB: true }))

const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
const networkId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const token = { symbol: 'BTC', decimals: 8 }
const secret = new Uint8Array(32).fill(7)
const key = pubECDSA(secret)
const to = btc.p2wpkh(pubECDSA(new Uint8Array(32).fill(8)), regtest).address!

const accounts = {
  p2pkh: { own: btc.p2pkh(key, regtest), keys: [undefined] },
  p2wpkh: { own: btc.p2wpkh(key, regtest), keys: [undefined] },
  'p2sh-p2wpkh': {
    own: btc.p2sh(btc.p2wpkh(key, regtest), regtest),
    keys: [hexOf(key), hexOf(pubECDSA(secret, false))],
  },
  p2tr: {
    own: btc.p2tr(pubSchnorr(secret), undefined, regtest),
    keys: [hexOf(pubSchnorr(secret)), hexOf(key), hexOf(pubECDSA(secret, false))],
  },
}
type Kind = keyof typeof accounts
const kinds = Object.keys(accounts) as Kind[]

function setUp(kind: Kind) {
  const { own } = accounts[kind]
  const from = own.address!
  const values = [300_000n, 400_000n]
  const made = values.map((amount, at) => {
    const tx = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
    tx.addOutput({ script: own.script, amount })
    tx.addInput({ txid: new Uint8Array(32).fill(at + 1), index: 0, finalScriptSig: Uint8Array.of(1, at) })
    return { txid: tx.id, hex: tx.hex, value: Number(amount) }
  })
  const posted: string[] = []
  const ask = async (question: ChainQuery): Promise<unknown> => {
    const { path, post } = question as { path: string; post?: string }
    if (post !== undefined) {
      posted.push(post)
      return Transaction.fromHex(post).getId()
    }
    if (path === '/fee-estimates') return { 3: 5 }
    if (path === `/address/${from}/utxo`)
      return made.map(({ txid, value }) => ({ txid, value, vout: 0, status: { confirmed: true } }))
    return made.find(({ txid }) => path === `/tx/${txid}/hex`)?.hex
  }
  const plan = (publicKey: string | undefined) =>
    sendTransfers.plan({ networkId, from, to, amount: 600_000n, token, publicKey }, ask)
  return { ask, plan, posted }
}

/** Signs as wallets do, with two libraries that share only the curve: one finalizes the PSBT, one does not. */
const wallets: Readonly<Record<string, (psbt: Uint8Array, kind: Kind) => Uint8Array>> = {
  '@scure/btc-signer'(bytes) {
    const tx = btc.Transaction.fromPSBT(bytes)
    tx.sign(secret, undefined, noChance)
    return tx.toPSBT()
  },
  'bitcoinjs-lib'(bytes, kind) {
    const psbt = Psbt.fromBuffer(bytes)
    const own = kind === 'p2tr' ? taprootTweakPrivKey(secret) : secret
    const signer = {
      publicKey: pubECDSA(own),
      sign: (hash: Uint8Array) => compact(signECDSA(hash, own)),
      signSchnorr: (hash: Uint8Array) => signSchnorr(hash, own, noChance),
    }
    psbt.signAllInputs(signer)
    psbt.finalizeAllInputs()
    return psbt.toBuffer()
  },
}

/** Converts a DER signature to 64 bytes. */
function compact(der: Uint8Array): Uint8Array {
  const length = der[3]!
  const numbers = [der.subarray(4, 4 + length), der.subarray(6 + length)]
  return Uint8Array.from(numbers.flatMap((bytes) => [...noChance, ...bytes].slice(-32)))
}

describe.each(kinds)('a %s account', (kind) => {
  it.each(Object.entries(wallets))('sends with %s at the intended rate', async (_, sign) => {
    const { ask, plan, posted } = setUp(kind)
    for (const publicKey of accounts[kind].keys) {
      const { call, fee, refusal } = await plan(publicKey)
      expect(refusal).toBeUndefined()
      const signed = sign(decodeBase64(String(call.psbt)), kind)
      const { hash } = await sendTransfers.readSent({ psbt: encodeBase64(signed) }, call, ask)
      const sent = Transaction.fromHex(posted.at(-1)!)
      expect(sent.getId()).toBe(hash)
      expect(sent.outs.map(({ value }) => value)).toEqual([600_000n, 100_000n - fee!.most])
      const rate = Number(fee!.most) / sent.virtualSize()
      // ECDSA signatures may be a byte shorter than estimated.
      expect(rate).toBeGreaterThanOrEqual(5)
      expect(rate).toBeLessThan(5.1)
    }
  })

  it('is signed identically by both', async () => {
    const { call } = await setUp(kind).plan(accounts[kind].keys[0])
    const hexes = Object.values(wallets).map((sign) => {
      const tx = btc.Transaction.fromPSBT(sign(decodeBase64(String(call.psbt)), kind))
      if (!tx.isFinal) tx.finalize()
      return tx.hex
    })
    expect(new Set(hexes).size).toBe(1)
  })
})

describe('if the key is missing or belongs to another account', () => {
  const other = pubECDSA(new Uint8Array(32).fill(9))
  it.each(['p2sh-p2wpkh', 'p2tr'] as const)('makes no wallet request for a %s account', async (kind) => {
    const { plan } = setUp(kind)
    for (const publicKey of [undefined, '', 'zz', hexOf(other), hexOf(other.slice(1)), 'ff'.repeat(32)])
      expect(await plan(publicKey)).toMatchObject({ refusal: { kind: 'noKey' } })
  })

  it('reports a multisig account in the same way', async () => {
    const from = btc.p2wsh(btc.p2ms(2, [key, other]), regtest).address!
    const transfer = { networkId, from, to, amount: 1000n, token, publicKey: hexOf(key) } as const
    const ask = async () => expect.unreachable('nothing need be asked')
    expect(await sendTransfers.plan(transfer, ask)).toMatchObject({ refusal: { kind: 'noKey' } })
  })
})
