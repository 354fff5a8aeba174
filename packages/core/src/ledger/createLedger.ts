import { KitError } from '@billfold/protocol/error'
import type { Clock, Stop } from '../ports/clock.ts'
import { withDeadline } from '../ports/withDeadline.ts'
import { type AppName, closeApp, isOutdated, openApp, readApp } from './deviceApps.ts'
import { type Hid, type HidDevice, isLedger, ledgerVendorId } from './hid.ts'
import { LedgerError } from './ledgerError.ts'
import type { LedgerAccount, SigningStep } from './ledgerFamily.ts'
import type { LedgerRow, LedgerState } from './ledgerState.ts'
import { type Exchange, openDevice } from './openDevice.ts'

const pollMs = 500
/** How long a device stays off the bus while an app opens or closes. */
const restartMs = 15_000
const listMs = 5_000

type Parts = { hid: Hid | undefined; clock: Clock }
type Choice = { account: LedgerAccount } | 'more' | 'back'

/** The conversation with the visitor's device: one task at a time, and what the visitor is to do for it. */
export function createLedger({ hid, clock }: Parts) {
  let state: LedgerState = { phase: 'idle' }
  let notifyActive: (isActive: boolean) => void = () => {}
  const listeners = new Set<() => void>()
  let isGranted: PromiseWithResolvers<void> | undefined
  let retried: PromiseWithResolvers<void> | undefined
  let chosen: PromiseWithResolvers<Choice> | undefined
  let over: AbortController | undefined
  let tasks: Promise<unknown> = Promise.resolve()
  let current: Exchange | undefined

  const show = (next: LedgerState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  /** The visitor's next action; rejects when the task is cancelled. */
  const wait = <T>(action: PromiseWithResolvers<T>, signal: AbortSignal): Promise<T> => {
    if (signal.aborted) action.reject(signal.reason)
    signal.addEventListener('abort', () => action.reject(signal.reason), { once: true })
    return action.promise
  }

  async function findDevice(): Promise<HidDevice | undefined> {
    if (!hid) return undefined
    return (await withDeadline(clock, listMs, hid.getDevices())).find(isLedger)
  }
  /** A device that the page may use: one that is plugged in, otherwise the visitor's choice. */
  async function needDevice(signal: AbortSignal): Promise<HidDevice> {
    for (;;) {
      const device = await findDevice()
      if (device) return device
      show({ phase: 'choose' })
      isGranted = Promise.withResolvers()
      await wait(isGranted, signal)
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
      if (state.phase !== 'locked') show({ phase: 'connecting' })
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
          show({ phase: 'openApp', app })
          await openApp(device, app)
        } else await closeApp(device)
        isLeaving = true
      } catch (e) {
        if (!(e instanceof LedgerError) || e.trouble !== 'locked') throw e
        show({ phase: 'locked' })
        await pause(pollMs)
      } finally {
        current = undefined
        await device.close()
      }
      signal.throwIfAborted()
      if (isLeaving) await needReturn(permitted, signal)
    }
  }

  /** Runs a task, again for as long as the visitor retries after a failure that a retry can solve. */
  function runTask<T>(app: AppName, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
    const run = async (): Promise<T> => {
      const own = new AbortController()
      over = own
      // The device may still show the request: its response is not awaited.
      own.signal.addEventListener('abort', () => void current?.close())
      const abort = () => own.abort(new KitError('aborted'))
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      notifyActive(true)
      try {
        for (;;)
          try {
            own.signal.throwIfAborted()
            return await work(own.signal)
          } catch (e) {
            if (own.signal.aborted) throw own.signal.reason
            if (!(e instanceof LedgerError) || e.trouble === 'rejected') throw e
            show({ phase: 'stopped', trouble: e.trouble, app })
            retried = Promise.withResolvers()
            await wait(retried, own.signal)
          }
      } finally {
        signal?.removeEventListener('abort', abort)
        over = undefined
        show({ phase: 'idle' })
        notifyActive(false)
      }
    }
    const task = tasks.then(run)
    tasks = task.catch(() => {})
    return task
  }

  return {
    get: () => state,
    subscribe(listener: () => void): Stop {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Sets the listener of tasks that start and end. */
    onActive: (listener: (isActive: boolean) => void) => void (notifyActive = listener),
    isSupported: () => hid !== undefined,
    /** Opens the browser's chooser; call it directly in a press. */
    grant(): void {
      const prompt = hid?.requestDevice({ filters: [{ vendorId: ledgerVendorId }] })
      prompt?.then(
        () => isGranted?.resolve(),
        // Closed without a choice, or forbidden by the page's policy: the button stays.
        () => undefined,
      )
    },
    retry: () => retried?.resolve(),
    /** Ends the task as a rejection. */
    cancel: () => over?.abort(new KitError('user_rejected')),
    choose: (choice: Choice) => chosen?.resolve(choice),

    /** Signs with an account, in its app. */
    sign: <T>(
      app: AppName,
      step: SigningStep,
      signal: AbortSignal | undefined,
      run: (device: Exchange) => Promise<T>,
    ) =>
      runTask(app, signal, (own) =>
        inApp(app, own, async (device) => {
          show({ phase: 'sign', ...step })
          return run(device)
        }),
      ),

    /** Lets the visitor choose an account, which the device then shows. */
    chooseAccount: (
      app: AppName,
      signal: AbortSignal,
      source: {
        read: (device: Exchange, page: number) => Promise<LedgerRow[]>
        show: (device: Exchange, account: LedgerAccount) => Promise<LedgerAccount>
        balance: (account: LedgerAccount) => Promise<bigint>
      },
    ) =>
      runTask(app, signal, async (own) => {
        let rows: readonly LedgerRow[] = []
        let isReading = true
        const draw = () => state.phase === 'accounts' && show({ phase: 'accounts', rows, isReading })
        const addBalance = (row: LedgerRow) =>
          source.balance(row).then(
            (balance) => {
              rows = rows.map((each) => (each.path === row.path ? { ...each, balance } : each))
              draw()
            },
            // Without a balance the row is still an account.
            () => {},
          )
        for (let page = 0; ; ) {
          if (isReading) {
            const more = await inApp(app, own, async (device) => {
              show({ phase: 'accounts', rows, isReading })
              return source.read(device, page)
            })
            isReading = false
            page++
            rows = [...rows, ...more]
            for (const row of more) void addBalance(row)
          }
          show({ phase: 'accounts', rows, isReading })
          chosen = Promise.withResolvers()
          const choice = await wait(chosen, own)
          if (choice === 'more') isReading = true
          if (typeof choice === 'string') continue
          const { account } = choice
          const shown = await inApp(app, own, async (device) => {
            show({ phase: 'verify', account, isApproved: false })
            return source.show(device, account)
          }).catch((e) => {
            // Rejected on the device: the address was not the one expected, so choose again.
            if (e instanceof LedgerError && e.trouble === 'rejected') return undefined
            throw e
          })
          if (!shown) continue
          if (shown.address !== account.address) throw new LedgerError('addressDiffers')
          show({ phase: 'verify', account, isApproved: true })
          chosen = Promise.withResolvers()
          const last = await wait(chosen, own)
          if (typeof last !== 'string') return shown
        }
      }),
  }
}
export type Ledger = ReturnType<typeof createLedger>
