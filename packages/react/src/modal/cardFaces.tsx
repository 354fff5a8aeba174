import type { State } from '@billfold/core/model/state'
import type { ReactNode, Ref } from 'react'
import { classNames } from '../ui/classNames.ts'
import type { dialogEvents } from './dialogEvents.ts'

// The markup around the first view, which `paint` and React share.

/** The id of a card's title: each card has a shadow root of its own. */
export const titleId = 'title'

/** The dialog and its card. */
export function DialogFace(props: {
  dialog?: Ref<HTMLDialogElement>
  events: ReturnType<typeof dialogEvents>
  layout: State['options']['layout']
  shake: boolean
  children: ReactNode
}) {
  const { dialog, events, layout, shake, children } = props
  return (
    <dialog
      className="overlay"
      ref={dialog}
      // Where React takes over what was painted, it is open.
      suppressHydrationWarning
      aria-labelledby={titleId}
      data-testid="w3m-modal-overlay"
      onKeyDown={events.onKeyDown}
      onCancel={events.onCancel}
      onClose={events.onClose}
      onMouseDown={events.onMouseDown}
      onClick={events.onClick}
    >
      <div className={classNames('card', shake && 'card-shake')} data-layout={layout} data-testid="w3m-modal-card">
        <CardFace>
          <span className="grabber" />
          {children}
        </CardFace>
      </div>
    </dialog>
  )
}

/** A card's inside: two boxes, so that its edges can move without a new layout (slideEdges.ts). */
export const CardFace = ({ children }: { children: ReactNode }) => (
  <div className="card-window">
    <div className="card-face">{children}</div>
  </div>
)

/** The place of the view, and of those that leave. */
export const CardBody = ({ children }: { children: ReactNode }) => (
  <div className="body">
    {children}
    <div className="ghosts" aria-hidden="true" />
  </div>
)

/** The view's frame, which scrolls. */
export function ViewFace(props: {
  name: string
  frame?: Ref<HTMLDivElement>
  content?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  const { name, frame, content, children } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="view" ref={frame} tabIndex={-1} role="group" aria-labelledby={titleId} data-view={name}>
      <div className="view-content" ref={content}>
        {children}
      </div>
    </div>
  )
}
