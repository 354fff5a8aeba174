import type { Clock } from '../ports/clock.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { type AppName, closeApp, isOutdated, openApp, readApp } from './deviceApps.ts'
import { type Hid, type HidDevice, isLedger } from './hid.ts'
import { LedgerError } from './ledgerError.ts'
import type { LedgerScreen } from './ledgerScreen.ts'
import { type Exchange, openDevice } from './openDevice.ts'

const pollMs = 500
/** How long a device stays off the bus while an app opens or closes. */
const restartMs = 15_000
const listMs = 5_000

export type LedgerDevice = ReturnType<typeof createLedgerDevice>

/** The visitor's device: found, opened, and in the app that a task needs. */
export function createLedgerDevice(hid: Hid | undefined, clock: Clock, screen: LedgerScreen) {
  let current: Exchange | undefined
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  async function findDevice(): Promise<HidDevice | undefined> {
    if (!hid) return undefined
    return (await withDeadline(clock, listMs, hid.getDevices())).find(isLedger)
  }
  /** A device that the page may use: one that is plugged in, otherwise the visitor's choice. */
  async function needDevice(signal: AbortSignal): Promise<HidDevice> {
    for (;;) {
      const device = await findDevice()
      if (device) return device
      screen.show({ phase: 'choose' })
      await screen.next('grant', signal)
    }
  }
  /** Waits until the device is back on the bus after its app has changed. */
  async function needReturn(gone: HidDevice, signal: AbortSignal): Promise<void> {
    for (let waited = 0; waited < restartMs; waited += pollMs) {
      await pause(pollMs)
      signal.throwIfAborted()
      const device = await findDevice()
      if (device && device !== gone) return
    }
  }

  /** Runs work on the device in an app, which it opens; locked, it waits. */
  async function inApp<T>(app: AppName, signal: AbortSignal, work: (device: Exchange) => Promise<T>): Promise<T> {
    for (;;) {
      const permitted = await needDevice(signal)
      if (screen.get().phase !== 'locked') screen.show({ phase: 'connecting' })
      const device = await openDevice(hid!, permitted, clock)
      current = device
      let isLeaving = false
      try {
        const { name, version } = await readApp(device)
        if (name === app) {
          if (isOutdated(app, version)) throw new LedgerError('outdated')
          return await work(device)
        }
        if (name === undefined) {
          screen.show({ phase: 'openApp', app })
          await openApp(device, app)
        } else await closeApp(device)
        isLeaving = true
      } catch (e) {
        if (!(e instanceof LedgerError) || e.trouble !== 'locked') throw e
        screen.show({ phase: 'locked' })
        await pause(pollMs)
      } finally {
        current = undefined
        await device.close()
      }
      signal.throwIfAborted()
      if (isLeaving) await needReturn(permitted, signal)
    }
  }

  /** Closes the device; what it still shows stays there. */
  const interrupt = () => void current?.close()

  return { inApp, interrupt }
}
