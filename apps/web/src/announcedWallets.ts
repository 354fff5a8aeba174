import { createStore, type Store } from './createStore.ts'

/** A wallet's door, as EIP-1193 describes it. */
export type Provider = {
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (value: unknown) => void) => void
  removeListener?: (event: string, listener: (value: unknown) => void) => void
}

/** A wallet that announced itself to the page (EIP-6963). */
export type AnnouncedWallet = { uuid: string; name: string; rdns: string; icon: string | null; provider: Provider }

/** The wallets this page has heard, in the order it heard them; listens from the first call on. */
export function hearWallets(target: Window): Store<readonly AnnouncedWallet[]> {
  const store = createStore<readonly AnnouncedWallet[]>([])
  target.addEventListener('eip6963:announceProvider', (event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (wallet && !store.get().some(({ uuid }) => uuid === wallet.uuid)) store.set([...store.get(), wallet])
  })
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return store
}

/** A checked announcement: anything on the page may fire the event, so what is not one is ignored. */
export function readAnnouncement(detail: unknown): AnnouncedWallet | undefined {
  const { info, provider } = record(detail)
  const { uuid, name, rdns, icon } = record(info)
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string') return undefined
  if (!uuid || !name || typeof record(provider).request !== 'function') return undefined
  const picture = typeof icon === 'string' && /^data:image\/(svg\+xml|png|webp|jpeg|gif)[;,]/.test(icon) ? icon : null
  return { uuid, name: name.slice(0, 64), rdns: rdns.slice(0, 128), icon: picture, provider: provider as Provider }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
