import type { Kit } from '@billfold/core/kit'
import { retryUntilDone } from '@billfold/core/ports/retryUntilDone'
import { whenIdle } from '../hooks/whenIdle.ts'
import type { Speech } from '../i18n/createSpeech.ts'
import { styleModal } from '../theme/styleModal.ts'
import { isFirstDialog } from './FirstDialog.tsx'
import { loadLater } from './loadLater.ts'
import { type PaintedDialog, paintDialog } from './paintDialog.tsx'

const loadDrawing = async () => (await import('./drawModal.tsx')).drawModal

/**
 * Shows a kit's modal in an element of its own; the returned function takes it all away. For visitors who will begin with
 * the ways to connect, the dialog is painted without React, ahead if the page is idle, and React takes it over once it has
 * been on the screen; everything else is React's from the start. `onMissing` gets every failure to fetch the code for that.
 */
export function mountModal(
  kit: Kit,
  host: HTMLElement,
  speech: Speech,
  onMissing: (error: unknown) => void,
): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const stopStyling = styleModal(root)
  const { store, ports } = kit
  let dialog: PaintedDialog | undefined
  let isShown = false
  let drawModal: Awaited<ReturnType<typeof loadDrawing>> | undefined
  let undraw: (() => void) | undefined
  let isDue = false
  let isGone = false

  /** React draws the modal from now on, as soon as its code is here. */
  const draw = () => {
    isDue = true
    if (!drawModal) return fetching.now()
    if (undraw || isGone) return
    stopFollowing()
    const painted = isShown ? dialog?.handOver() : undefined
    if (!isShown) dialog?.remove()
    undraw = drawModal(kit, root, speech, painted)
  }
  const fetching = retryUntilDone(
    ports.clock,
    async () => {
      drawModal = await loadDrawing()
      if (isDue) draw()
    },
    onMissing,
  )
  const hide = () => {
    dialog?.remove()
    dialog = undefined
    isShown = false
  }
  /** Paints the dialog and runs something with it; a dialog that cannot be painted is React's, which contains failures. */
  const withPainted = (run: (painted: PaintedDialog) => void) => {
    try {
      if (!dialog?.isOf(store.get(), speech.get())) {
        dialog?.remove()
        dialog = paintDialog(kit, root, speech.get())
      }
      run(dialog)
    } catch (error) {
      ports.log.error('The wallet dialog could not be painted', error)
      hide()
      draw()
    }
  }
  const show = () =>
    withPainted((painted) => {
      isShown = true
      painted.show()
      // What the visitor waits for is on the screen before React begins.
      void ports.page.painted().then(draw)
    })
  const follow = () => {
    const state = store.get()
    if (isShown && !state.modal.open) hide()
    if (!isFirstDialog(state)) draw()
    else if (state.modal.open && !isShown) show()
  }
  let stopWaiting = whenIdle(() => {
    if (!isShown) withPainted((painted) => painted.layOut())
    stopWaiting = whenIdle(fetching.now)
  })
  const stopListening = store.subscribe(follow)
  const stopFollowing = () => {
    stopWaiting()
    stopListening()
  }
  follow()
  return () => {
    isGone = true
    stopFollowing()
    stopStyling()
    fetching.stop()
    undraw?.()
    dialog?.remove()
  }
}

/** The way to the views, for what shows one of them on the page itself. */
mountModal.later = loadLater
