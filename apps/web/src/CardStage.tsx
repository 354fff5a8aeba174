import { AppKitModal, useAppKitEvents } from '@billfold/react'
import { useEffect, useRef } from 'react'
import { useSiteWords } from './language/useSiteWords.ts'

/** The kit's card as a part of the page; a press on the kit's button leads to it. */
export function CardStage() {
  const card = useRef<HTMLDivElement>(null)
  const { data, timestamp } = useAppKitEvents()
  const openedAt = data.event === 'MODAL_OPEN' ? timestamp : undefined
  useEffect(() => {
    // The event may come late; leave the focus where it is if it is in the card by then.
    if (openedAt !== undefined && !card.current?.contains(document.activeElement)) card.current?.focus()
  }, [openedAt])
  return (
    <section className="stage" aria-label={useSiteWords().modal} data-testid="card-stage">
      <div className="stage-card" ref={card} tabIndex={-1}>
        <AppKitModal />
      </div>
    </section>
  )
}
