import { joinBytes } from '@billfold/protocol/bytes'

const reportSize = 64
const apduTag = 0x05

/** Splits a message into the reports of Ledger's HID protocol: channel, tag, sequence, and in the first one the length. */
export function splitIntoReports(message: Uint8Array, channel: number): Uint8Array<ArrayBuffer>[] {
  const body = joinBytes(Uint8Array.of(message.length >> 8, message.length & 255), message)
  const space = reportSize - 5
  return Array.from({ length: Math.ceil(body.length / space) }, (_, sequence) => {
    const report = new Uint8Array(reportSize)
    report.set([channel >> 8, channel & 255, apduTag, sequence >> 8, sequence & 255])
    report.set(body.subarray(sequence * space, (sequence + 1) * space), 5)
    return report
  })
}

/** Joins reports into messages as the device does; a report out of sequence throws. */
export function createReportReader() {
  let parts: Uint8Array[] = []
  let expected = 0
  let received = 0
  return (report: Uint8Array): { message: Uint8Array; channel: number } | undefined => {
    if (report.length !== reportSize) throw new Error(`A report has ${reportSize} bytes, not ${report.length}`)
    const view = new DataView(report.buffer, report.byteOffset)
    if (view.getUint8(2) !== apduTag) throw new Error(`Unknown tag ${view.getUint8(2)}`)
    const sequence = view.getUint16(3)
    if (sequence === 0) {
      parts = []
      received = 0
      expected = view.getUint16(5)
    } else if (sequence !== parts.length) throw new Error(`Report ${sequence} after ${parts.length - 1}`)
    const part = report.slice(sequence === 0 ? 7 : 5).subarray(0, expected - received)
    parts.push(part)
    received += part.length
    if (received < expected) return undefined
    return { message: joinBytes(...parts), channel: view.getUint16(0) }
  }
}
