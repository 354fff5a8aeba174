import { closeModal } from '@billfold/core/features/modal/closeModal'
import type { Kit } from '@billfold/core/kit'
import { memo, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { KeptContext } from '../hooks/useKept.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { whenIdle } from '../hooks/whenIdle.ts'
import { whenRested } from '../hooks/whenRested.ts'
import { AlertBar } from './AlertBar.tsx'
import { CardFace, DialogFace, titleId } from './cardFaces.tsx'
import { dialogEvents } from './dialogEvents.ts'
import { Header } from './Header.tsx'
import { loadLater } from './loadLater.ts'
import { loadMotion, motion } from './motion.ts'
import { PaintedContext } from './PaintedContext.ts'
import { Router } from './Router.tsx'
import { Snackbar } from './Snackbar.tsx'
import { showDialog } from './showDialog.ts'
import { useDrawnAhead } from './useDrawnAhead.ts'
import { WaitingPlace } from './WaitingPlace.tsx'

/**
 * The card in the page if the site embeds it, otherwise the dialog while it is open, or already when its opening is
 * likely.
 */
export function Modal() {
  const open = useSelect((state) => state.modal.open)
  const embedded = useSelect((state) => state.options.enableEmbedded)
  const isDrawnAhead = useDrawnAhead()
  if (embedded) return <EmbeddedCard />
  return (
    <>
      {open || isDrawnAhead ? <Dialog shown={open} /> : null}
      {open ? null : (
        <>
          <Snackbar />
          <WaitingPlace over="page" />
        </>
      )}
    </>
  )
}

function EmbeddedCard() {
  const kit = useKit()
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => startMotion(kit, card.current), [kit])
  return (
    <section className="card card-embedded" ref={card} aria-labelledby={titleId} data-testid="w3m-modal-card">
      <CardFace>
        <CardContent />
        <CardNotices />
      </CardFace>
    </section>
  )
}

/** Moves what is in a card, once it is on the screen and the code for that is there; a dialog's way to close is for a finger. */
function startMotion(kit: Kit, card: Element | null, close?: () => boolean): () => void {
  const gone = new AbortController()
  whenIdle(() =>
    loadMotion((loaded) => {
      loaded.preload(kit, loadLater)
      if (!gone.signal.aborted) loaded.watchCard(card as HTMLElement, gone.signal, close)
    }),
  )
  return () => gone.abort()
}

function Dialog({ shown }: { shown: boolean }) {
  const kit = useKit()
  const painted = useContext(PaintedContext)
  const shake = useSelect((state) => state.modal.shake)
  const layout = useSelect((state) => state.options.layout)
  const dialog = useRef<HTMLDialogElement>(null)
  const events = useMemo(() => dialogEvents(kit), [kit])

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!shown) return holdBack(element)
    painted?.adopt(element)
    const close = showDialog(element)
    const stopWaiting = whenRested(kit, () => kit.complete())
    const stopMotion = startMotion(kit, element.querySelector('.card'), () => {
      closeModal(kit)
      return !kit.store.get().modal.open
    })
    return () => {
      stopWaiting()
      stopMotion()
      motion.now?.leaveDialog(element)
      close()
    }
  }, [kit, painted, shown])

  return (
    <DialogFace dialog={dialog} events={events} layout={layout} shake={shake}>
      <CardContent />
      {shown ? <CardNotices /> : null}
    </DialogFace>
  )
}

/** Its own component: a dialog that was rendered ahead has nothing to render again when it is shown. */
const CardContent = memo(function CardContent() {
  const kept = useRef(new Map<string, unknown>())
  return (
    <KeptContext.Provider value={kept.current}>
      <Header />
      <Router />
    </KeptContext.Provider>
  )
})

const CardNotices = () => (
  <>
    <WaitingPlace over="dialog" />
    <Snackbar />
    <AlertBar />
  </>
)

/**
 * Takes a dialog that was just drawn out of the document until it is shown; the returned function puts it back. In between,
 * in a moment of its own, it is laid out where no frame shows it, so that its rules are matched and its fonts found while
 * no one waits for them.
 */
function holdBack(element: HTMLElement): () => void {
  const place = element.ownerDocument.createComment('')
  const putBack = () => place.replaceWith(element)
  const takeOut = () => element.replaceWith(place)
  takeOut()
  const stopWaiting = whenIdle(() => {
    putBack()
    element.getBoundingClientRect()
    takeOut()
  })
  return () => {
    stopWaiting()
    putBack()
  }
}
