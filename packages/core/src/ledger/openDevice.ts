import { joinBytes } from '@billfold/protocol/bytes'
import type { Clock } from '../ports/clock.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import type { Hid, HidDevice } from './hid.ts'
import { createFrameReader, writeFrames } from './hidFrames.ts'
import { errorOfStatus, LedgerError } from './ledgerError.ts'

const openMs = 5_000
/** For commands without a person. */
const quickMs = 10_000
/** For commands that wait for the device's buttons. */
const personMs = 600_000

export type Command = { cla: number; ins: number; p1?: number; p2?: number; data?: Uint8Array }
/** The device's response: its data, and its status word. */
export type Response = { data: Uint8Array; word: number }

/** An open connection to a device. */
export type Exchange = {
  /** Sends a command and returns its response; throws unless the status is success. */
  send(command: Command, options?: { waitsForPerson?: boolean }): Promise<Uint8Array>
  /** Sends a command and returns any response. */
  raw(command: Command, options?: { waitsForPerson?: boolean }): Promise<Response>
  close(): Promise<void>
}

/** Opens a device. All of its commands fail once it is unplugged. */
export async function openDevice(hid: Hid, device: HidDevice, clock: Clock): Promise<Exchange> {
  try {
    if (!device.opened) await withDeadline(clock, openMs, device.open())
  } catch (cause) {
    throw new LedgerError('busy', cause)
  }
  // Another for each connection: a response to a cancelled request is not taken for the next one's.
  const channel = 1 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 0xfffe)
  const gone = Promise.withResolvers<never>()
  // Also without a command under way.
  gone.promise.catch(() => {})
  const onDisconnect = (e: Event) => {
    if ((e as Event & { device?: unknown }).device === device) gone.reject(new LedgerError('unplugged'))
  }
  hid.addEventListener('disconnect', onDisconnect)
  let queue: Promise<unknown> = Promise.resolve()

  async function exchange(command: Command, ms: number): Promise<Response> {
    const { cla, ins, p1 = 0, p2 = 0, data = new Uint8Array() } = command
    const answer = Promise.withResolvers<Uint8Array>()
    const read = createFrameReader(channel)
    const onReport = (e: Event) => {
      const { data: view } = e as Event & { data: DataView }
      try {
        const whole = read(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
        if (whole) answer.resolve(whole)
      } catch (error) {
        answer.reject(error)
      }
    }
    device.addEventListener('inputreport', onReport)
    try {
      const bytes = joinBytes(Uint8Array.of(cla, ins, p1, p2, data.length), data)
      for (const frame of writeFrames(channel, bytes))
        await withDeadline(clock, openMs, Promise.race([device.sendReport(0, frame), gone.promise])).catch((e) => {
          throw e instanceof LedgerError ? e : new LedgerError('unplugged', e)
        })
      const whole = await withDeadline(clock, ms, Promise.race([answer.promise, gone.promise])).catch((e) => {
        throw e instanceof LedgerError ? e : new LedgerError('timeout', e)
      })
      const [high, low] = whole.slice(-2)
      if (high === undefined || low === undefined) throw new LedgerError('unreadable')
      return { data: whole.slice(0, -2), word: high * 256 + low }
    } finally {
      device.removeEventListener('inputreport', onReport)
    }
  }

  const raw: Exchange['raw'] = (command, { waitsForPerson = false } = {}) => {
    const next = queue.then(() => exchange(command, waitsForPerson ? personMs : quickMs))
    queue = next.catch(() => {})
    return next
  }
  return {
    raw,
    async send(command, options) {
      const { data, word } = await raw(command, options)
      if (word !== 0x9000) throw errorOfStatus(word)
      return data
    },
    async close() {
      hid.removeEventListener('disconnect', onDisconnect)
      gone.reject(new LedgerError('unplugged'))
      // A device that is gone is closed already.
      await device.close().catch(() => {})
    },
  }
}
