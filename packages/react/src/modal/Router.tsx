import { currentView } from '@billfold/core/features/modal/modal'
import { mayHaveSent } from '@billfold/core/features/transactions/mayHaveSent'
import type { View } from '@billfold/core/model/modal'
import { Suspense, useLayoutEffect, useRef } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ConnectView } from '../views/connect/ConnectView.tsx'
import { findHandle, isOpen, keepFocus } from './keepFocus.ts'
import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'
import { motion } from './motion.ts'
import { ViewBoundary } from './ViewBoundary.tsx'
import { ViewWaiting } from './ViewWaiting.tsx'

const LaterView = lazyPart(async () => (await loadLater()).AnyView)

/** A view's scroll position and focus, restored on the way back. */
type Place = { scroll: number; focus: string | undefined }
type Stage = { places: Map<string, Place>; isSeen: boolean; hadFocus: boolean }

/** Shows the view, and moves from one to the next in the direction of travel. */
export function Router({ titleId }: { titleId: string }) {
  const view = useSelect((state) => currentView(state.modal))
  const depth = useSelect((state) => state.modal.history.length)
  const stage = useRef<Stage>({ places: new Map(), isSeen: false, hadFocus: false })
  const key = `${depth}${JSON.stringify(view)}`
  return (
    <div className="body">
      <Frame key={key} place={key} view={view} titleId={titleId} stage={stage.current} />
      <div className="ghosts" aria-hidden="true" />
    </div>
  )
}

function Frame({ view, place, titleId, stage }: { view: View; place: string; titleId: string; stage: Stage }) {
  const kit = useKit()
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const root = element.getRootNode() as ShadowRoot
    const { direction } = kit.store.get().modal
    // The first view of an opening has nothing to move from, and measuring it would lay the dialog out twice.
    if (stage.isSeen) motion.now?.enterView(element, direction)
    const known = direction === 'prev' ? stage.places.get(place) : undefined
    if (known) element.scrollTop = known.scroll
    // In the page, a focus that is elsewhere is left alone.
    if ((stage.hadFocus || isOpen(root)) && !element.contains(root.activeElement)) {
      ;(findHandle(element, known?.focus) ?? element).focus({ preventScroll: true })
    }
    return () => {
      const activeElement = root.activeElement as HTMLElement | null
      stage.places.set(place, { scroll: element.scrollTop, focus: activeElement?.dataset.testid })
      stage.hadFocus = activeElement !== null
      const { modal, options } = kit.store.get()
      // One that was drawn ahead and is not wanted has never been seen.
      stage.isSeen = element.offsetHeight > 0 && (modal.open || options.enableEmbedded)
      if (stage.isSeen) motion.now?.leaveView(element, modal.direction)
    }
  }, [kit, place, stage])

  useLayoutEffect(() => {
    const [element, inner] = [frame.current, content.current]
    if (!inner || !element) return
    const root = inner.getRootNode() as ShadowRoot
    let before = 0
    const sizes = new ResizeObserver(() => {
      const height = inner.offsetHeight
      if (height === before) return
      if (before > 0) motion.now?.followView(element)
      else motion.now?.noteView(element)
      before = height
    })
    sizes.observe(inner)
    const stopKeeping = keepFocus(root, element)
    return () => {
      sizes.disconnect()
      stopKeeping()
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="view" ref={frame} tabIndex={-1} role="group" aria-labelledby={titleId} data-view={view.name}>
      <div className="view-content" ref={content}>
        <ViewBoundary
          ports={kit.ports}
          onError={(error) => kit.ports.log.error(`The view ${view.name} failed`, error)}
          fallback={(again) => <Broken onAgain={again} />}
        >
          <Suspense fallback={<ViewWaiting />}>
            {view.name === 'Connect' ? <ConnectView view={view} /> : <LaterView view={view} />}
          </Suspense>
        </ViewBoundary>
      </div>
    </div>
  )
}

function Broken({ onAgain }: { onAgain: () => void }) {
  const { shell } = useText()
  const { clock } = useKit().ports
  const isUnsure = useSelect((state) => mayHaveSent(state, clock.now()))
  return (
    <EmptyState
      icon="warning"
      title={shell.broken}
      text={isUnsure ? shell.checkWallet : undefined}
      testId="view-broken"
    >
      <Button size="s" icon="refresh" onClick={onAgain}>
        {shell.tryAgain}
      </Button>
    </EmptyState>
  )
}
