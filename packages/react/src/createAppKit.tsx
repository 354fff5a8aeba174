import { createKit, type KitInput } from '@billfold/core/createKit'
import { closeModal } from '@billfold/core/features/modal/closeModal'
import type { SIWEClient } from '@billfold/core/features/signin/createSIWEConfig'
import { setTheme } from '@billfold/core/features/theme/setTheme'
import { isThemeMode } from '@billfold/core/features/theme/theme'
import type { Kit } from '@billfold/core/kit'
import { retryUntilDone } from '@billfold/core/ports/retryUntilDone'
import type { AppKit } from './api/AppKit.ts'
import { createInstance } from './api/createInstance.ts'
import { forgetKit, keepKit, kitById } from './api/currentKits.ts'
import { serverKnows } from './api/serverKnows.ts'
import { elementTags } from './elements/elementTags.ts'
import { keepHydrationState } from './hooks/hydrationState.ts'
import { whenApproached } from './hooks/whenApproached.ts'
import { whenRested } from './hooks/whenRested.ts'
import { createSpeech, isOwn, type LocaleRequest, type Speech } from './i18n/createSpeech.ts'

/** A site's options, by AppKit's names. */
export type CreateAppKit = Omit<KitInput, 'ports' | 'prefix' | 'sdkType' | 'sdkVersion' | 'themeMode'> & {
  /** Names a second kit on the same page, and what it keeps in the browser; two with the same name are the same kit. */
  id?: string
  /** `auto`, the default, follows the visitor's system. */
  themeMode?: 'light' | 'dark' | 'auto'
  /** The site places the card itself. */
  disableAppend?: boolean
  /** AppKit's older way to sign visitors in; `siwx` in its place does the same for every family. */
  siweConfig?: SIWEClient
  /** Accepted so that a site can move here by changing an import; the kit brings its own. */
  adapters?: readonly unknown[]
  /** Tags by preference, or a language of the site's own; by default the page's language, then the visitor's. */
  locale?: LocaleRequest
}

/** The options of each kit's last call. */
const given = new WeakMap<AppKit, { fingerprint: unknown; locale: LocaleRequest }>()

/**
 * Creates the kit and its modal. Called again with the same options (a component rendered twice, a module reloaded) it
 * returns the same kit, with the sign-in and the language of the last call; with others, it puts a new one in its place.
 */
export function createAppKit(options: CreateAppKit): AppKit {
  const { id = 'default', themeMode = 'auto', disableAppend, adapters: _, locale, ...input } = options
  const fingerprint = fingerprintOf(options)
  const resolved = { ...input, ...input.siweConfig?.optionsBeside(input.siwx) }
  const known = kitById(id)
  const last = known && given.get(known)
  if (known && last?.fingerprint === fingerprint) {
    const { siwx } = resolved
    if (siwx && siwx !== known.kit.options.siwx) known.kit.store.send({ type: 'options/changed', options: { siwx } })
    // A language's texts are functions: the same in letters, they may be made of something else by now.
    if (isOwn(locale) && locale !== last?.locale) known.setLocale(locale)
    given.set(known, { fingerprint, locale })
    return known
  }
  known?.dispose()

  // Neither a server nor jsdom has it.
  const system = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined
  const systemMode = () => (system?.matches ? 'dark' : 'light')
  const isFixed = isThemeMode(themeMode)
  const kit = createKit({
    ...resolved,
    ...(options.layout === 'inline' && { enableEmbedded: true }),
    // The first kit uses the storage keys of AppKit and of every earlier version.
    prefix: id === 'default' ? '' : `${id}:`,
    themeMode: isFixed ? themeMode : systemMode(),
    sdkVersion: 'react-universal-1.7.1',
  })
  keepHydrationState(kit, serverKnows(kit.store.get(), { defaultNetwork: options.defaultNetwork, themeMode }))
  const speech = createSpeech(locale, (error) =>
    kit.ports.log.error('A language could not be loaded; English stays', error),
  )
  kit.language = () => speech.get().tag
  const stops = typeof window === 'undefined' ? [] : [appendModal(kit, speech, disableAppend ?? false)]
  let followsSystem = !isFixed
  const follow = () => {
    if (followsSystem && system) setTheme(kit, { mode: systemMode() })
  }
  system?.addEventListener('change', follow)
  stops.push(() => system?.removeEventListener('change', follow))
  const embedded = new Set<() => void>()
  const instance = createInstance(kit, id)
  stops.push(instance.events.stop, speech.stop)
  const appKit: AppKit = {
    ...instance,
    speech,
    getLocale: () => speech.get().tag,
    setLocale: speech.set,
    subscribeLocale: (listener) => speech.subscribe(() => listener(speech.get().tag)),
    setThemeMode(mode) {
      followsSystem = !isThemeMode(mode)
      instance.setThemeMode(mode)
      follow()
    },
    embed(host) {
      const unmount = mountLater(kit, host, speech)
      const stop = () => {
        embedded.delete(stop)
        unmount()
      }
      embedded.add(stop)
      return stop
    },
    dispose() {
      closeModal(kit)
      for (const stop of [...stops.splice(0), ...embedded]) stop()
      kit.dispose()
      forgetKit(appKit)
    },
  }
  given.set(appKit, { fingerprint, locale })
  keepKit(appKit)
  if (typeof window !== 'undefined') stops.push(restLater(appKit, disableAppend || kit.options.enableEmbedded, options))
  return appKit
}

/** The options as text, functions and large numbers by their own; equal to no other if an object in them contains itself. */
function fingerprintOf({ adapters: _, siwx, siweConfig, ...options }: CreateAppKit): unknown {
  try {
    return JSON.stringify([options, !siwx, !siweConfig], (_, value) =>
      typeof value === 'function' || typeof value === 'bigint' ? String(value) : value,
    )
  } catch {
    return {} // Such a kit is replaced by the next call.
  }
}

/** The dialog's code comes when the page is idle, or at the first opening or a hand near a button if that is earlier. */
function appendModal(kit: Kit, speech: Speech, disableAppend: boolean): () => void {
  if (disableAppend || kit.options.enableEmbedded) return () => {}
  const host = document.createElement('div')
  host.dataset.billfoldHost = ''
  let unmount: (() => void) | undefined
  const mount = () => {
    if (unmount) return
    stopEarly()
    ;(document.body ?? document.documentElement).append(host)
    unmount = mountLater(kit, host, speech)
  }
  const early = [
    kit.store.subscribe((now) => now.modal.open && mount()),
    whenRested(kit, mount),
    whenApproached(document, mount),
  ]
  const stopEarly = () => {
    for (const stop of early) stop()
  }
  return () => {
    stopEarly()
    unmount?.()
    host.remove()
  }
}

/**
 * The custom elements come last: at once if the page has some, otherwise when it is idle, since most pages use
 * components.
 */
function restLater(appKit: AppKit, placesModal: boolean, options: CreateAppKit): () => void {
  const { clock, log } = appKit.kit.ports
  let stop: (() => void) | undefined
  let stopped = false
  const start = async () => {
    const { startLater } = await import('./startLater.ts')
    if (!stopped) stop = startLater(appKit, placesModal, options)
  }
  const trying = retryUntilDone(clock, start, (error) => log.error('No custom elements', error))
  const isAwaited = document.querySelector(elementTags) !== null
  if (isAwaited) trying.now()
  // After the dialog's, which someone may be waiting for, and after it is drawn.
  const afterDialog = () => {
    const beginRested = () => {
      if (!stopped) stopWaiting = whenRested(appKit.kit, trying.now)
    }
    loadModal().then(beginRested, beginRested)
  }
  let stopWaiting = isAwaited ? undefined : whenRested(appKit.kit, afterDialog)
  return () => {
    stopped = true
    trying.stop()
    stopWaiting?.()
    stop?.()
  }
}

const loadModal = () => import('./modal/mountModal.tsx')

/** Loads the dialog's code and renders it; after a failure, retries later, and at once when the dialog opens. */
function mountLater(kit: Kit, host: HTMLElement, speech: Speech): () => void {
  let unmount: (() => void) | undefined
  let stopped = false
  const mount = async () => {
    const { mountModal } = await loadModal()
    if (!stopped) unmount = mountModal(kit, host, speech)
  }
  const trying = retryUntilDone(kit.ports.clock, mount, (error) => {
    kit.ports.log.error('The wallet dialog could not be fetched', error)
    if (!kit.store.get().modal.open) return
    closeModal(kit)
    kit.store.send({ type: 'modal/missed' })
  })
  const stopHearing = kit.store.onEvent((event) => event.type === 'modal/opened' && trying.now())
  trying.now()
  return () => {
    stopped = true
    stopHearing()
    trying.stop()
    unmount?.()
  }
}
