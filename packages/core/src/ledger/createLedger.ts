import { KitError } from '@billfold/protocol/error'
import type { Clock } from '../ports/clock.ts'
import { type AccountSource, chooseAccount } from './chooseAccount.ts'
import type { AppName } from './deviceApps.ts'
import { type Hid, ledgerVendorId } from './hid.ts'
import { createLedgerDevice } from './ledgerDevice.ts'
import { LedgerError } from './ledgerError.ts'
import type { SigningStep } from './ledgerFamily.ts'
import { createLedgerScreen, type LedgerChoice } from './ledgerScreen.ts'
import type { Exchange } from './openDevice.ts'

type Parts = { hid: Hid | undefined; clock: Clock }

/** The conversation with the visitor's device: one task at a time, and what the visitor is to do for it. */
export function createLedger({ hid, clock }: Parts) {
  const screen = createLedgerScreen()
  const device = createLedgerDevice(hid, clock, screen)
  let notifyActive: (isActive: boolean) => void = () => {}
  let over: AbortController | undefined
  let tasks: Promise<unknown> = Promise.resolve()

  /** Runs a task, again for as long as the visitor retries after a failure that a retry can solve. */
  function runTask<T>(app: AppName, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
    const run = async (): Promise<T> => {
      const own = new AbortController()
      over = own
      // The device may still show the request: its response is not awaited.
      own.signal.addEventListener('abort', () => device.interrupt())
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
            screen.show({ phase: 'stopped', trouble: e.trouble, app })
            await screen.next('retry', own.signal)
          }
      } finally {
        signal?.removeEventListener('abort', abort)
        over = undefined
        screen.show({ phase: 'idle' })
        notifyActive(false)
      }
    }
    const task = tasks.then(run)
    tasks = task.catch(() => {})
    return task
  }

  return {
    get: screen.get,
    subscribe: screen.subscribe,
    /** Sets the listener of tasks that start and end. */
    onActive: (listener: (isActive: boolean) => void) => void (notifyActive = listener),
    isSupported: () => hid !== undefined,
    /** Opens the browser's chooser; call it directly in a press. */
    grant(): void {
      const prompt = hid?.requestDevice({ filters: [{ vendorId: ledgerVendorId }] })
      prompt?.then(
        () => screen.act('grant', undefined),
        // Closed without a choice, or forbidden by the page's policy: the button stays.
        () => undefined,
      )
    },
    retry: () => screen.act('retry', undefined),
    /** Ends the task as a rejection. */
    cancel: () => over?.abort(new KitError('user_rejected')),
    choose: (choice: LedgerChoice) => screen.act('choose', choice),

    /** Signs with an account, in its app. */
    sign: <T>(
      app: AppName,
      step: SigningStep,
      signal: AbortSignal | undefined,
      run: (device: Exchange) => Promise<T>,
    ) =>
      runTask(app, signal, (own) =>
        device.inApp(app, own, async (exchange) => {
          screen.show({ phase: 'sign', ...step })
          return run(exchange)
        }),
      ),

    /** Lets the visitor choose an account, which the device then shows. */
    chooseAccount: (app: AppName, signal: AbortSignal, source: AccountSource) =>
      runTask(app, signal, (own) => chooseAccount({ app, source, screen, device }, own)),
  }
}
export type Ledger = ReturnType<typeof createLedger>
