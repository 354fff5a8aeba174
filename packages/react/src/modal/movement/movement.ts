import type { Kit } from '@billfold/core/kit'
import type { loadLater as LoadLater } from '../loadLater.ts'
import { dragToClose } from './dragToClose.ts'
import { dropLeaving, leaveDialog } from './leaveDialog.ts'
import { enterView, followView, leaveView, noteView } from './moveView.ts'
import { preloadWhenOpen } from './preloadWhenOpen.ts'
import { noteEdges } from './slideEdges.ts'
import { watchMoments } from './watchMoments.ts'

const preloading = new WeakSet<Kit>()

/** Preloads a kit's next views from now on; `loadLater` is in the dialog's own file. */
function preload(kit: Kit, loadLater: () => ReturnType<typeof LoadLater>): void {
  if (!kit.isDisposed && !preloading.has(kit)) kit.endWith(preloadWhenOpen(kit, loadLater))
  preloading.add(kit)
}

/** Starts with a card that is on the screen; with a way to close it, a finger on a dialog's sheet may. */
function watchCard(card: HTMLElement, signal: AbortSignal, close?: () => boolean): void {
  noteEdges(card)
  watchMoments(card, signal)
  const dialog = card.parentElement
  if (!dialog || !close) return
  dropLeaving(dialog)
  // A mouse never drags it.
  if (navigator.maxTouchPoints > 0) dragToClose(dialog, close, signal)
}

/** Everything that moves in the dialog, and the preloading of its next views: one part that loads after it has appeared. */
export const movement = { preload, watchCard, enterView, leaveView, followView, noteView, leaveDialog }
export type Movement = typeof movement
