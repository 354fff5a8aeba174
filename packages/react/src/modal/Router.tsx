import { currentView, type View } from '@billfold/core/features/modal/modal'
import { Suspense, useLayoutEffect, useRef } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { enterView, followHeight, leaveView } from './transition.ts'
import { screenOf } from './viewMap.ts'

/** Where a view was left, so that going back finds it as it was. */
type Place = { scroll: number; focus: string | undefined }
type Stage = { places: Map<string, Place>; height: { last: number } }

/** Shows the view, and moves from one to the next in the direction of travel. */
export function Router({ titleId }: { titleId: string }) {
  const view = useSelect((state) => currentView(state.modal))
  const depth = useSelect((state) => state.modal.history.length)
  const stage = useRef<Stage>({ places: new Map(), height: { last: 0 } })
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
    const { places, height } = stage
    const element = frame.current
    const body = element?.parentElement
    if (!element || !body) return
    const root = element.getRootNode() as ShadowRoot
    const { direction } = kit.store.get().modal
    const isFirst = height.last === 0
    if (!isFirst) enterView(element, direction)
    height.last = followHeight(body, height.last)
    const known = direction === 'prev' ? places.get(place) : undefined
    if (known) element.scrollTop = known.scroll
    // Embedded, the page's own focus is left alone until the visitor is inside.
    const active = root.activeElement
    if (active === null ? !(isFirst && kit.options.enableEmbedded) && isOurs(root) : !element.contains(active)) {
      const target = known?.focus
        ? element.querySelector<HTMLElement>(`[data-testid="${CSS.escape(known.focus)}"]`)
        : null
      ;(target ?? element).focus({ preventScroll: true })
    }
    return () => {
      const focused = root.activeElement instanceof HTMLElement ? root.activeElement.dataset.testid : undefined
      places.set(place, { scroll: element.scrollTop, focus: focused })
      height.last = body.offsetHeight
      const { modal, options } = kit.store.get()
      if (modal.open || options.enableEmbedded) leaveView(element, body.lastElementChild ?? body, modal.direction)
    }
  }, [kit, place, stage])

  useLayoutEffect(() => {
    const { height } = stage
    const inner = content.current
    const body = frame.current?.parentElement
    if (!inner || !body) return
    let before = inner.offsetHeight
    const observer = new ResizeObserver(() => {
      if (inner.offsetHeight === before) return
      before = inner.offsetHeight
      height.last = followHeight(body, height.last)
    })
    observer.observe(inner)
    return () => observer.disconnect()
  }, [stage])

  const { Body } = screenOf(view)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="view" ref={frame} tabIndex={-1} role="group" aria-labelledby={titleId} data-view={view.name}>
      <div className="view-content" ref={content}>
        <Suspense fallback={<Waiting />}>
          <Body view={view} />
        </Suspense>
      </div>
    </div>
  )
}

/** Whether the focus may be taken: the dialog is open, or it was within the card a moment ago. */
const isOurs = (root: ShadowRoot): boolean =>
  root.querySelector('dialog[open]') !== null || root.ownerDocument.activeElement === root.ownerDocument.body

const Waiting = () => (
  <div className="view-waiting">
    <Spinner />
  </div>
)
