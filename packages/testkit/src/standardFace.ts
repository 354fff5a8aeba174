import type { Namespace } from '@billfold/protocol/caip'
import type { LoggedRequest } from './createProvider.ts'
import { createEventHub } from './eventHub.ts'
import { toProviderError } from './providerError.ts'
import { confirm, ensureUnlocked, type WalletContext } from './walletContext.ts'
import { sharedAccount } from './walletSession.ts'

type Options<Account> = {
  family: Namespace
  /** The name of the network where a person reads it. */
  network: string
  /** The accounts of one account number, the first of which is the person's. */
  share(index: number): Promise<readonly Account[]>
}

/**
 * The common part of every family's Wallet Standard wallet: connect, disconnect, change events, and the request log.
 */
export function standardFace<Account extends { address: string }>(
  context: WalletContext,
  log: LoggedRequest[],
  { family, network, share }: Options<Account>,
) {
  const { session } = context
  const hub = createEventHub()
  let shared: { index: number; accounts: readonly Account[] } | undefined
  let settled: Promise<unknown> = Promise.resolve()

  /** Brings what is shared in line with the session; the standard's `accounts` is read without waiting. */
  async function align() {
    const index = sharedAccount(session.get(), family)
    if (index === shared?.index) return
    shared = index === undefined ? undefined : { index, accounts: await share(index) }
    hub.emit('change', { accounts: accounts() })
  }
  const accounts = (): readonly Account[] => shared?.accounts ?? []
  const sync = () => (settled = settled.then(align, align))
  session.subscribe(sync)
  const setConnected = (is: boolean) => session.set({ connected: { ...session.get().connected, [family]: is } })

  async function logged<T>(method: string, params: unknown, run: () => Promise<T>): Promise<T> {
    const entry: LoggedRequest = { method, params, status: 'pending' }
    log.push(entry)
    try {
      context.approvals.takeFailure(method)
      const result = await run()
      entry.status = 'answered'
      return result
    } catch (cause) {
      const error = toProviderError(cause)
      Object.assign(entry, { status: 'failed', error: { code: error.code, message: error.message } })
      throw error
    }
  }

  return {
    accounts,
    logged,
    connect: (method: string, input: { silent?: boolean; purposes?: unknown } | undefined) =>
      logged(method, input, async () => {
        await sync()
        if (!shared && !input?.silent) {
          const [first] = await share(session.get().accountIndex)
          const account = first?.address ?? ''
          if (session.get().connected[family]) await ensureUnlocked(context, method, account)
          else await confirm(context, method, { kind: 'connect', account, network })
          setConnected(true)
          await sync()
        }
        return { accounts: accounts() }
      }),
    disconnect: () =>
      logged('standard:disconnect', undefined, async () => {
        setConnected(false)
        await sync()
      }),
    on(event: 'change', listener: (changed: { accounts: readonly Account[] }) => void) {
      const hubListener = listener as (payload: unknown) => void
      hub.on(event, hubListener)
      return () => hub.off(event, hubListener)
    },
  }
}
