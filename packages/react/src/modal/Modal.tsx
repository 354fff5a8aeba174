import { closeModal } from '@billfold/core/features/modal/closeModal'
import type { Kit } from '@billfold/core/kit'
import { type KeyboardEvent, memo, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { KeptContext } from '../hooks/useKept.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { whenIdle } from '../hooks/whenIdle.ts'
import { whenRested } from '../hooks/whenRested.ts'
import { classNames } from '../ui/classNames.ts'
import { AlertBar } from './AlertBar.tsx'
import { keepTabWithin, rememberFocus } from './focus.ts'
import { Header } from './Header.tsx'
import { loadLater } from './loadLater.ts'
import { loadMotion, motion } from './motion.ts'
import { Router } from './Router.tsx'
import { Snackbar } from './Snackbar.tsx'
import { lockScroll } from './scrollLock.ts'
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
  const titleId = useId()
  const kit = useKit()
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => startMotion(kit, card.current), [kit])
  return (
    <section className="card card-embedded" ref={card} aria-labelledby={titleId} data-testid="w3m-modal-card">
      <CardFace>
        <CardContent titleId={titleId} />
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
  const titleId = useId()
  const shake = useSelect((state) => state.modal.shake)
  const layout = useSelect((state) => state.options.layout)
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(undefined)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!shown) return holdBack(element)
    const giveFocusBack = rememberFocus(document)
    showAt(element, element.querySelector<HTMLElement>('.view'))
    // After the code that lays the dialog out: this measures, and forces no second layout.
    const unlock = lockScroll(document)
    const stopWaiting = whenRested(kit, () => kit.complete())
    const stopMotion = startMotion(kit, element.querySelector('.card'), () => {
      closeModal(kit)
      return !kit.store.get().modal.open
    })
    return () => {
      stopWaiting()
      stopMotion()
      motion.now?.leaveDialog(element)
      element.close()
      unlock()
      giveFocusBack()
    }
  }, [kit, shown])

  // A phone's back gesture asks to cancel; a browser that insists closes without asking.
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    closeModal(kit)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    keepTabWithin(event.currentTarget, event.nativeEvent)
    if (event.key === 'Escape') onCancel(event)
  }
  const onClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (!kit.store.get().modal.open) return
    closeModal(kit)
    if (kit.store.get().modal.open) event.currentTarget.showModal()
  }
  return (
    <dialog
      className="overlay"
      ref={dialog}
      aria-labelledby={titleId}
      data-testid="w3m-modal-overlay"
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onClose}
      onMouseDown={(event) => (pressed.current = event.target)}
      // Pressed and let go on what is around the card.
      onClick={({ target, currentTarget }) => target === currentTarget && pressed.current === target && closeModal(kit)}
    >
      <div className={classNames('card', shake && 'card-shake')} data-layout={layout} data-testid="w3m-modal-card">
        <CardFace>
          <span className="grabber" />
          <CardContent titleId={titleId} />
          {shown ? <CardNotices /> : null}
        </CardFace>
      </div>
    </dialog>
  )
}

/**
 * Opens a dialog with the focus on one of its parts: in one step if the browser can, otherwise after its own choice.
 */
function showAt(dialog: HTMLDialogElement, part: HTMLElement | null): void {
  part?.setAttribute('autofocus', '')
  dialog.showModal()
  part?.removeAttribute('autofocus')
  if (!part?.matches(':focus')) part?.focus({ preventScroll: true })
}

/** Its own component: a dialog that was rendered ahead has nothing to render again when it is shown. */
const CardContent = memo(function CardContent({ titleId }: { titleId: string }) {
  const kept = useRef(new Map<string, unknown>())
  return (
    <KeptContext.Provider value={kept.current}>
      <Header titleId={titleId} />
      <Router titleId={titleId} />
    </KeptContext.Provider>
  )
})

/** A card's inside: two boxes, so that its edges can move without a new layout (slideEdges.ts). */
const CardFace = ({ children }: { children: ReactNode }) => (
  <div className="card-window">
    <div className="card-face">{children}</div>
  </div>
)

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
