import { closeModal } from '@billfold/core/features/modal/closeModal'
import type { Kit } from '@billfold/core/kit'
import { isConnected } from '@billfold/core/model/connectedAccount'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import type { Speech } from '../i18n/createSpeech.ts'
import { loadLater } from './loadLater.ts'
import { ModalTree } from './ModalTree.tsx'
import type { PaintedModal } from './PaintedContext.ts'

/**
 * Draws a kit's modal with React, in a root that has its rules; the returned function takes it all away. What was painted
 * in the root before, React takes over: the same nodes, with their focus and scroll position, in small steps.
 */
export function drawModal(kit: Kit, shadow: ShadowRoot, speech: Speech, painted?: PaintedModal): () => void {
  const tree = <ModalTree kit={kit} speech={speech} painted={painted} />
  let isGone = false
  // A screen that breaks takes the dialog away, never the page; the next opening finds a whole one.
  const onUncaughtError = (error: unknown) => {
    kit.ports.log.error('The wallet dialog failed', error)
    closeModal(kit)
    if (!isGone) root.render(tree)
  }
  // What React could not take over it has drawn again.
  const onRecoverableError = (error: unknown) => kit.ports.log.info(`The wallet dialog was drawn again: ${error}`)
  const options = { onUncaughtError, onRecoverableError }
  let root: Root
  if (painted)
    startTransition(() => {
      root = hydrateRoot(shadow as unknown as Element, tree, options)
    })
  else {
    root = createRoot(shadow, options)
    if (kit.store.get().modal.open) drawNow(() => root.render(tree), onUncaughtError)
    else root.render(tree)
  }
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
    isGone = true
    root.unmount()
    painted?.release()
  }
}

/** For someone who waits in front of it: not in React's next turn, and a frame later. React 18 throws here what 19 tells. */
function drawNow(draw: () => void, onUncaughtError: (error: unknown) => void): void {
  try {
    flushSync(draw)
  } catch (error) {
    onUncaughtError(error)
  }
}
