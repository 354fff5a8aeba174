import type { Ports } from '../ports/ports.ts'
import type { KitStore } from '../store/store.ts'
import type { Api, ApiSource } from './api.ts'
import type { createDialogApi } from './createDialogApi.ts'

type DialogApi = ReturnType<typeof createDialogApi>
/** The dialog's calls before anyone is connected; all others load with the account's. */
const dialogCalls: Record<keyof DialogApi, true> = { getWallets: true, getAnalyticsConfig: true, e: true }

// A call that neither part has does not compile.
const load = {
  dialog: async (source: ApiSource): Promise<DialogApi> =>
    (await import('./createDialogApi.ts')).createDialogApi(source),
  money: async (source: ApiSource): Promise<Omit<Api, keyof DialogApi>> =>
    (await import('./createMoneyApi.ts')).createMoneyApi(source),
}

/** The server's calls; each part loads with its first call. */
export function lazyApi(ports: Ports, store: KitStore): Api {
  const loading: { [Part in keyof typeof load]?: Promise<unknown> } = {}
  const partOf = (name: PropertyKey) => {
    const part = name in dialogCalls ? 'dialog' : 'money'
    // The UI loads first: response schemas are large.
    loading[part] ??= ports.page
      .painted()
      .then((): Promise<unknown> => load[part]({ ports, store }))
      .catch((e) => {
        // A failed load must be retried.
        delete loading[part]
        throw e
      })
    return loading[part] as Promise<Record<PropertyKey, (input: unknown, signal?: AbortSignal) => unknown>>
  }
  const handler: ProxyHandler<object> = {
    get: (_, name) => async (input: unknown, signal?: AbortSignal) => (await partOf(name))[name]?.(input, signal),
  }
  return new Proxy({}, handler) as Api
}
