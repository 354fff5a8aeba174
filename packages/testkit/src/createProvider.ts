import type { EventHub } from './eventHub.ts'
import { accountMethods } from './methods/accounts.ts'
import { callMethods } from './methods/calls.ts'
import { chainMethods } from './methods/chains.ts'
import { readMethods } from './methods/reads.ts'
import { signingMethods } from './methods/signing.ts'
import { subscriptionMethods } from './methods/subscriptions.ts'
import { transactionMethods } from './methods/transactions.ts'
import { providerError, toProviderError } from './providerError.ts'
import { toQuantity } from './quantity.ts'
import type { Method, WalletContext } from './walletContext.ts'
import { sharedAccount, type WalletState } from './walletSession.ts'

/** An EIP-1193 provider as sites know it. */
export type Eip1193Provider = {
  /** Sends a request to the wallet. */
  request(args: { method: string; params?: unknown }): Promise<unknown>
  /** Listens to an event, such as `accountsChanged`. */
  on(event: string, listener: (payload: never) => void): Eip1193Provider
  /** Stops listening; takes the same function as `on`. */
  removeListener(event: string, listener: (payload: never) => void): Eip1193Provider
  /** Whether the wallet reaches its chains. */
  isConnected(): boolean
  /** Tells this wallet apart from others. */
  readonly isBillfoldDevnet: true
}

/** One thing a site asked of the wallet, and how it went. */
export type LoggedRequest = {
  /** The method that the site called. */
  method: string
  /** The parameters as the site sent them. */
  params: unknown
  /** Whether it waits, was answered, or failed. */
  status: 'pending' | 'answered' | 'failed'
  /** The error that the site got. */
  error?: { code: number; message: string }
}

const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    ...readMethods,
    ...accountMethods,
    ...chainMethods,
    ...signingMethods,
    ...transactionMethods,
    ...callMethods,
    ...subscriptionMethods,
  }),
)

/** The EIP-1193 face of the wallet: one table of methods, and events derived from what changed. */
export function createProvider(context: WalletContext, hub: EventHub, log: LoggedRequest[]) {
  const { session, approvals } = context
  let delivery: Promise<unknown> = Promise.resolve()

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const run = methods.get(method)
    approvals.takeFailure(method)
    if (!run) throw providerError('wallet_method_unsupported', `The wallet does not know the method ${method}`)
    if (!session.get().online) throw providerError('provider_disconnected')
    return run(context, params, method)
  }

  function tell(before: WalletState, after: WalletState) {
    const chainId = toQuantity(after.chainId)
    if (before.online && !after.online) hub.emit('disconnect', providerError('provider_disconnected'))
    if (!before.online && after.online) hub.emit('connect', { chainId })
    if (before.chainId !== after.chainId) hub.emit('chainChanged', chainId)
    const index = sharedAccount(after, 'eip155')
    if (sharedAccount(before, 'eip155') === index) return
    // Deriving an account takes a moment; in turn, so that the last event is the last change.
    const account = index === undefined ? undefined : context.keyring.account(index)
    delivery = delivery.then(async () => hub.emit('accountsChanged', account ? [(await account).address] : []))
  }
  session.subscribe(tell)

  const provider: Eip1193Provider = {
    isBillfoldDevnet: true,
    isConnected: () => session.get().online,
    async request(args) {
      if (typeof args !== 'object' || args === null || typeof args.method !== 'string' || !args.method)
        throw providerError('invalid_request', 'A request is an object with a method')
      const { method, params = [] } = args
      const entry: LoggedRequest = { method, params, status: 'pending' }
      log.push(entry)
      try {
        const result = await answer(method, Array.isArray(params) ? params : [params])
        await delivery
        entry.status = 'answered'
        return result
      } catch (cause) {
        const error = toProviderError(cause)
        Object.assign(entry, { status: 'failed', error: { code: error.code, message: error.message } })
        throw error
      }
    },
    on(event, listener) {
      hub.on(event, listener as (payload: unknown) => void)
      return provider
    },
    removeListener(event, listener) {
      hub.off(event, listener as (payload: unknown) => void)
      return provider
    },
  }
  return { provider, announceConnection: () => hub.emit('connect', { chainId: toQuantity(session.get().chainId) }) }
}
