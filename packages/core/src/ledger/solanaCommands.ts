import { joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { LedgerError } from './ledgerError.ts'
import { writePath } from './ledgerPath.ts'
import type { Exchange } from './openDevice.ts'

const cla = 0xe0
const maxData = 255
const [extend, more] = [1, 2]
/** The largest message that the app has room for, without its header. */
const maxMessage = 15 * 1024 - 48

/** An account's public key; shown on the device, it waits for the visitor. */
export async function readSolanaKey(device: Exchange, path: string, isShown: boolean): Promise<Uint8Array> {
  const command = { cla, ins: 0x05, p1: isShown ? 1 : 0, data: writePath(path) }
  const key = await device.send(command, { waitsForPerson: isShown })
  if (key.length !== 32) throw new LedgerError('unreadable')
  return key
}

/** Signs a transaction's message. */
export const signSolanaTransaction = (device: Exchange, path: string, message: Uint8Array) =>
  sendParts(device, 0x06, path, message)

/** Signs an off-chain message. */
export const signSolanaMessage = (device: Exchange, path: string, message: Uint8Array) =>
  sendParts(device, 0x07, path, message)

async function sendParts(device: Exchange, ins: number, path: string, message: Uint8Array): Promise<Uint8Array> {
  const data = joinBytes(Uint8Array.of(1), writePath(path), message)
  let signature = new Uint8Array() as Uint8Array
  for (let at = 0; at < data.length; at += maxData) {
    const isLast = at + maxData >= data.length
    const p2 = (at > 0 ? extend : 0) | (isLast ? 0 : more)
    const part = data.subarray(at, at + maxData)
    signature = await device.send({ cla, ins, p1: 1, p2, data: part }, { waitsForPerson: isLast })
  }
  if (signature.length !== 64) throw new LedgerError('unreadable')
  return signature
}

/**
 * A text as Ledger's app signs it: in an envelope that no transaction starts with (Solana's off-chain message, version
 * 0), so that it cannot be one.
 */
export function offchainMessage(text: Uint8Array, signer: Uint8Array): Uint8Array {
  if (text.length === 0 || text.length > maxMessage) throw new LedgerError('tooLong')
  return joinBytes(
    Uint8Array.of(0xff),
    new TextEncoder().encode('solana offchain'),
    Uint8Array.of(0),
    new Uint8Array(32),
    Uint8Array.of(formatOf(text), 1),
    signer,
    Uint8Array.of(text.length & 255, text.length >> 8),
    text,
  )
}

function formatOf(text: Uint8Array): number {
  if (text.every((byte) => byte === 0x0a || (byte >= 0x20 && byte <= 0x7e))) return 0
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(text)
    return 1
  } catch {
    throw new KitError('wallet_method_unsupported', { message: 'A Ledger signs texts only' })
  }
}
