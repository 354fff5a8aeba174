import { joinBytes } from '@billfold/protocol/bytes'
import { LedgerError } from './ledgerError.ts'

const size = 64
const tag = 5
const header = 5

/** The reports of one command: channel, tag, sequence number, and in the first one the length. */
export function writeFrames(channel: number, command: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const body = joinBytes(Uint8Array.of(command.length >> 8, command.length & 255), command)
  const count = Math.ceil(body.length / (size - header))
  return Array.from({ length: count }, (_, at) => {
    const frame = new Uint8Array(size)
    frame.set([channel >> 8, channel & 255, tag, at >> 8, at & 255])
    frame.set(body.subarray(at * (size - header), (at + 1) * (size - header)), header)
    return frame
  })
}

/** Joins the reports of one response; skips those of other channels. */
export function createFrameReader(channel: number) {
  let parts = new Uint8Array()
  let length = 0
  let sequence = 0
  return (frame: Uint8Array): Uint8Array | undefined => {
    const [high = 0, low = 0, kind, first = 0, second = 0] = frame
    if (high * 256 + low !== channel) return undefined
    if (kind !== tag || first * 256 + second !== sequence) throw new LedgerError('unreadable')
    const isFirst = sequence === 0
    sequence++
    if (isFirst) length = (frame[5] ?? 0) * 256 + (frame[6] ?? 0)
    parts = joinBytes(parts, frame.subarray(isFirst ? header + 2 : header))
    return parts.length < length ? undefined : parts.slice(0, length)
  }
}
