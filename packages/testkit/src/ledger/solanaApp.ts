import { encodeBase58 } from '@billfold/protocol/base58'
import { joinBytes } from '@billfold/protocol/bytes'
import { type Apdu, createFieldReader, DeviceStatus, status } from './apdu.ts'
import { pathText } from './deviceKeys.ts'
import type { AppContext, LedgerApp } from './ledgerApp.ts'

const extend = 1
const more = 2
const systemProgram = new Uint8Array(32)

/** The Solana app, by its APDU specification (app-solana, doc/api.md). */
export function solanaApp(device: AppContext): LedgerApp {
  let parts: Uint8Array[] = []

  function collect({ p2, data }: Apdu) {
    if (!(p2 & extend)) parts = []
    parts.push(data)
    if (p2 & more) return undefined
    const read = createFieldReader(joinBytes(...parts))
    parts = []
    if (read.byte() !== 1) throw new DeviceStatus(status.invalidData)
    return { path: read.path(), message: read.rest() }
  }
  async function sign(path: readonly number[], message: Uint8Array) {
    const key = await device.keys().solana(device.isLying('signature') ? [...path, 0x8000_0042] : path)
    return key.sign(message)
  }

  const instructions: Readonly<Record<number, (apdu: Apdu) => Promise<Uint8Array>>> = {
    4: async () => Uint8Array.of(device.blindSigning() ? 1 : 0, 0, 1, 9, 2),
    async 5({ p1, data }) {
      const path = createFieldReader(data).path()
      const { publicKey } = await device.keys().solana(path)
      if (p1 === 1) await device.confirm(['Verify address', pathText(path), encodeBase58(publicKey)])
      return device.isLying('address') ? publicKey.map((byte, at) => (at === 31 ? byte ^ 1 : byte)) : publicKey
    },
    async 6(apdu) {
      const whole = collect(apdu)
      if (!whole) return new Uint8Array()
      const isClear = isPlainTransfer(whole.message)
      if (!isClear && !device.blindSigning()) throw new DeviceStatus(status.blindSigningOff)
      await device.confirm([isClear ? 'Review transfer' : 'Blind sign transaction'])
      return sign(whole.path, whole.message)
    },
    async 7(apdu) {
      const whole = collect(apdu)
      if (!whole) return new Uint8Array()
      const { publicKey } = await device.keys().solana(whole.path)
      const text = readOffchain(whole.message, publicKey)
      await device.confirm(['Sign message', text])
      return sign(whole.path, whole.message)
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

/** The text of an off-chain message, version 0: the app signs no other, so that no message is a transaction. */
function readOffchain(bytes: Uint8Array, signer: Uint8Array): string {
  const read = createFieldReader(bytes)
  if (read.text(16) !== '\u{fffd}solana offchain' || read.byte() !== 0) throw new DeviceStatus(status.invalidData)
  read.take(32)
  const format = read.byte()
  const signers = Array.from({ length: read.byte() }, () => read.take(32))
  const length = read.byte() + read.byte() * 256
  const text = read.text(length)
  const isSigner = signers.some((one) => one.every((byte, at) => byte === signer[at]))
  if (!isSigner || !read.isAtEnd() || format > 1 || (format === 0 && !/^[\n\x20-\x7e]+$/.test(text)))
    throw new DeviceStatus(status.invalidData)
  return text
}

/** Whether the first instruction is the system program's transfer, which the app shows in full. */
function isPlainTransfer(message: Uint8Array): boolean {
  const read = createFieldReader(message[0] === 0x80 ? message.slice(1) : message)
  read.take(3)
  const keys = Array.from({ length: read.byte() }, () => read.take(32))
  read.take(32)
  const count = read.byte()
  const programs: (Uint8Array | undefined)[] = []
  for (let at = 0; at < count; at++) {
    programs.push(keys[read.byte()])
    read.take(read.byte())
    read.take(read.byte())
  }
  const isSystem = (key: Uint8Array | undefined) => key?.every((byte, at) => byte === systemProgram[at])
  const budget = 'ComputeBudget111111111111111111111111111111'
  return programs.every((key) => isSystem(key) || (key !== undefined && encodeBase58(key) === budget))
}
