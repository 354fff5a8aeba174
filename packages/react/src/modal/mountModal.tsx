import { closeModal } from '@billfold/core/features/modal/closeModal'
import type { Kit } from '@billfold/core/kit'
import { isConnected } from '@billfold/core/model/connectedAccount'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { KitContext } from '../hooks/KitContext.ts'
import { completeTexts } from '../i18n/completeTexts.ts'
import type { Speech } from '../i18n/createSpeech.ts'
import { english } from '../i18n/english.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { styleModal } from '../theme/styleModal.ts'
import { ThemeRoot } from '../theme/ThemeRoot.tsx'
import { loadLater } from './loadLater.ts'
import { Modal } from './Modal.tsx'

/** Draws a kit's modal in an element of its own; the returned function takes it all away. */
export function mountModal(kit: Kit, host: HTMLElement, speech: Speech): () => void {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const stopStyling = styleModal(shadow)
  const tree = (
    <KitContext.Provider value={kit}>
      <Spoken kit={kit} speech={speech}>
        <Modal />
      </Spoken>
    </KitContext.Provider>
  )
  let isGone = false
  // A screen that breaks takes the dialog away, never the page; the next opening finds a whole one.
  const onUncaughtError = (error: unknown) => {
    kit.ports.log.error('The wallet dialog failed', error)
    closeModal(kit)
    if (!isGone) root.render(tree)
  }
  const root = createRoot(shadow, { onUncaughtError })
  if (kit.store.get().modal.open) drawNow(() => root.render(tree), onUncaughtError)
  else root.render(tree)
  // The account's screen is next for a connected visitor; if its code fails to load, the view handles it.
  const fetchAccount = () =>
    loadLater()
      .then(({ viewMap }) => viewMap.Account.preload?.())
      .catch(() => undefined)
  const stopEvents = kit.store.onEvent((event) => {
    // React 18 tells no one of a tree that it took away.
    if (event.type === 'modal/opened') root.render(tree)
    if (event.type === 'account/connected') void fetchAccount()
  })
  if (isConnected(kit.store.get())) void fetchAccount()
  return () => {
    stopEvents()
    stopStyling()
    isGone = true
    root.unmount()
  }
}

/** The way to the views, for what shows one of them on the page itself. */
mountModal.later = loadLater

/** For someone who waits in front of it: not in React's next turn, and a frame later. React 18 throws here what 19 tells. */
function drawNow(draw: () => void, onUncaughtError: (error: unknown) => void): void {
  try {
    flushSync(draw)
  } catch (error) {
    onUncaughtError(error)
  }
}

/** Everything inside is in the kit's language, and follows when that changes. */
function Spoken({ kit, speech, children }: { kit: Kit; speech: Speech; children: ReactNode }) {
  const spoken = useSyncExternalStore(speech.subscribe, speech.get)
  const locale = useMemo(() => ({ ...spoken, messages: completeTexts(spoken.messages, english.messages) }), [spoken])
  return (
    <LocaleContext.Provider value={locale}>
      <ThemeRoot kit={kit} locale={locale}>
        {children}
      </ThemeRoot>
    </LocaleContext.Provider>
  )
}
