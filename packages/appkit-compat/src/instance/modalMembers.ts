import type { AppKit as Kit } from '@billfold/react'
import { publicState } from '@billfold/react/readings'
import type { AppKitOptions } from '../shapes/options.ts'
import type { Views } from '../shapes/view.ts'
import { lendClient } from '../walletConnect/lendClient.ts'
import type { AppKit, PublicStateControllerState } from './AppKit.ts'

type Members = Pick<
  AppKit,
  | 'ready'
  | 'open'
  | 'replace'
  | 'redirect'
  | 'setLoading'
  | 'showErrorMessage'
  | 'showSuccessMessage'
  | 'getState'
  | 'subscribeState'
>
type State = ReturnType<Kit['kit']['store']['get']>
type View = State['modal']['history'][number]

/** The modal by AppKit's names. */
export function modalMembers({ kit, open, isOpen }: Kit, given: AppKitOptions): Members {
  const { manualWCControl, basic } = given
  const { store } = kit
  let isLoading = false
  const listeners = new Set<(state: PublicStateControllerState) => void>()
  const state = (of: State): PublicStateControllerState => {
    const { loading, ...rest } = publicState(of)
    return { ...rest, loading: loading || isLoading }
  }
  const viewOf = (name: Views) => ({ name }) as View
  const say = (variant: 'error' | 'success', message: string) =>
    store.send({
      type: 'notice/raised',
      notice: { code: 'message', variant, params: { message }, autoClose: true },
    })

  return {
    ready: () => settled(kit),
    async open(options = {}) {
      const { view, namespace, uri, arguments: inputs } = options
      await lendClient(kit, given)
      if (uri !== undefined) (await import('@billfold/react/actions')).offerLink(kit, uri)
      const { account, network } = store.get()
      const isConnected =
        account[(namespace as typeof network.activeNamespace) ?? network.activeNamespace]?.status === 'connected'
      const isByLink = uri !== undefined || manualWCControl || basic
      const first = view ?? (isByLink && !isConnected ? 'ConnectingWalletConnectBasic' : undefined)
      await open({ ...(first ? { view: first } : {}), ...(namespace ? { namespace: namespace as never } : {}) })
      if (view === 'Swap' && inputs) await (await import('@billfold/react/actions')).prefillSwap(kit, inputs)
    },
    replace: (route) =>
      isOpen() ? store.send({ type: 'modal/replaced', view: viewOf(route) }) : void open({ view: route }),
    redirect: (route) =>
      isOpen() ? store.send({ type: 'modal/pushed', view: viewOf(route) }) : void open({ view: route }),
    setLoading(loading) {
      if (isLoading === loading) return
      isLoading = loading
      for (const listener of [...listeners]) listener(state(store.get()))
    },
    showErrorMessage: (message) => say('error', message),
    showSuccessMessage: (message) => say('success', message),
    getState: () => state(store.get()),
    subscribeState(listener) {
      listeners.add(listener)
      const stop = store.subscribe((after, before) => {
        const is = state(after)
        if (JSON.stringify(is) !== JSON.stringify(state(before))) listener(is)
      })
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

/** Resolves when no family is waiting for the wallet of an earlier visit. */
function settled({ store }: Kit['kit']): Promise<void> {
  const isWaiting = ({ account }: State) => Object.values(account).some(({ status }) => status === 'reconnecting')
  return new Promise((resolve) => {
    if (!isWaiting(store.get())) return resolve()
    const stop = store.subscribe((now) => {
      if (isWaiting(now)) return
      stop()
      resolve()
    })
  })
}
