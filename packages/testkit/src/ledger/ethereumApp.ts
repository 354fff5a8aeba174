import { joinBytes } from '@billfold/protocol/bytes'
import { bytesToHex, hexToBytes, keccak256, parseTransaction, toBytes } from 'viem'
import { publicKeyToAddress, sign } from 'viem/accounts'
import { type Apdu, createFieldReader, DeviceStatus, status } from './apdu.ts'
import { pathText } from './deviceKeys.ts'
import { createTypedDataReader, hashTypedRoots } from './deviceTypedData.ts'
import type { AppContext, LedgerApp } from './ledgerApp.ts'

type Pending = { path: readonly number[]; bytes: Uint8Array; length: number }

/** The Ethereum app, by its APDU specification (app-ethereum, doc/ethapp.adoc). */
export function ethereumApp(device: AppContext): LedgerApp {
  let pending: Pending | undefined
  let typed = createTypedDataReader()

  async function keyAt(path: readonly number[]) {
    const { privateKey } = await device.keys().at(path)
    const { privateKeyToAccount } = await import('viem/accounts')
    return { secret: bytesToHex(privateKey!), account: privateKeyToAccount(bytesToHex(privateKey!)) }
  }
  async function signHash(path: readonly number[], hash: `0x${string}`) {
    const { secret } = await keyAt(device.isLying('signature') ? [...path.slice(0, -1), 4_242] : path)
    const { r, s, yParity = 0 } = await sign({ hash, privateKey: secret })
    return { parity: yParity, rs: joinBytes(toBytes(r, { size: 32 }), toBytes(s, { size: 32 })) }
  }
  /** Collects the parts of a message; the first one starts with the path. */
  function collect({ p1, data }: Apdu, hasLength: boolean): Pending | undefined {
    if (p1 === 0) {
      const read = createFieldReader(data)
      const path = read.path()
      const length = hasLength ? read.word() : 0
      const bytes = read.rest()
      pending = { path, bytes, length: hasLength ? length : rlpLength(bytes) }
    } else if (pending) pending = { ...pending, bytes: joinBytes(pending.bytes, data) }
    else throw new DeviceStatus(status.invalidData)
    if (pending.bytes.length < pending.length) return undefined
    const whole = pending
    pending = undefined
    return whole
  }

  async function readAddress({ p1, p2, data }: Apdu): Promise<Uint8Array> {
    const path = createFieldReader(data).path()
    const key = await device.keys().at(path)
    const { account } = await keyAt(path)
    const publicKey = hexToBytes(account.publicKey)
    const honest = publicKeyToAddress(account.publicKey)
    if (p1 === 1) await device.confirm([`Verify address`, pathText(path), honest])
    const shown = device.isLying('address') ? honest.replace(/.{4}$/, 'dEaD') : honest
    const text = new TextEncoder().encode(shown.slice(2))
    return joinBytes(
      Uint8Array.of(publicKey.length),
      publicKey,
      Uint8Array.of(text.length),
      text,
      p2 === 1 ? key.chainCode! : new Uint8Array(),
    )
  }

  async function signTransaction(apdu: Apdu): Promise<Uint8Array> {
    const whole = collect(apdu, false)
    if (!whole) return new Uint8Array()
    const raw = bytesToHex(whole.bytes)
    const { to, value = 0n, data, chainId, type } = parseTransaction(raw)
    if (data && data !== '0x' && !device.blindSigning()) throw new DeviceStatus(status.invalidData)
    await device.confirm([data ? 'Blind sign transaction' : 'Review transaction', `${to}`, `${value}`, `${chainId}`])
    const { parity, rs } = await signHash(whole.path, keccak256(raw))
    const v = type === 'legacy' ? (chainId ? chainId * 2 + 35 + parity : 27 + parity) : parity
    return joinBytes(Uint8Array.of(v & 255), rs)
  }

  async function signPersonal(apdu: Apdu): Promise<Uint8Array> {
    const whole = collect(apdu, true)
    if (!whole) return new Uint8Array()
    await device.confirm(['Sign message', new TextDecoder().decode(whole.bytes)])
    const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${whole.bytes.length}`)
    const { parity, rs } = await signHash(whole.path, keccak256(joinBytes(prefix, whole.bytes)))
    return joinBytes(Uint8Array.of(27 + parity), rs)
  }

  async function signTyped({ p2, data }: Apdu): Promise<Uint8Array> {
    const read = createFieldReader(data)
    const path = read.path()
    const isWhole = p2 === 1
    if (!device.blindSigning()) throw new DeviceStatus(status.invalidData)
    const roots = isWhole
      ? hashTypedRoots(typed.types(), typed.roots())
      : { domain: read.take(32), message: read.take(32), lines: ['Hashes only'] }
    typed = createTypedDataReader()
    await device.confirm(['Blind sign typed data', ...roots.lines])
    const digest = keccak256(joinBytes(Uint8Array.of(0x19, 0x01), roots.domain, roots.message))
    const { parity, rs } = await signHash(path, digest)
    return joinBytes(Uint8Array.of(27 + parity), rs)
  }

  const nothing = new Uint8Array()
  const instructions: Readonly<Record<number, (apdu: Apdu) => Promise<Uint8Array> | Uint8Array>> = {
    2: readAddress,
    4: signTransaction,
    6: () => Uint8Array.of(device.blindSigning() ? 1 : 0, 1, 22, 1),
    8: signPersonal,
    12: signTyped,
    26({ p2, data }) {
      typed.define(p2, data)
      return nothing
    },
    28({ p1, p2, data }) {
      typed.implement(p1, p2, data)
      return nothing
    },
  }
  return {
    classes: [0xe0],
    async handle(apdu) {
      const run = Object.hasOwn(instructions, apdu.ins) && instructions[apdu.ins]
      if (!run) throw new DeviceStatus(status.unknownInstruction)
      return { data: await run(apdu) }
    },
  }
}

/** The length of a serialized transaction, by its own header: a type, then a list. */
function rlpLength(bytes: Uint8Array): number {
  const start = (bytes[0] ?? 0) < 0xc0 ? 1 : 0
  const first = bytes[start] ?? 0
  if (first < 0xf8) return start + 1 + first - 0xc0
  const size = first - 0xf7
  return start + 1 + size + bytes.slice(start + 1, start + 1 + size).reduce((sum, byte) => sum * 256 + byte, 0)
}
