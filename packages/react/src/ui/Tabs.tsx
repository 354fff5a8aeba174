import { type KeyboardEvent, useRef } from 'react'
import { nextIndex } from './nextIndex.ts'

/** One of a few; arrows move, the panel below is the caller's. */
export function Tabs<T extends string>({
  label,
  tabs,
  selected,
  onSelect,
  panel,
}: {
  label: string
  tabs: readonly { id: T; label: string }[]
  selected: T
  onSelect: (id: T) => void
  /** The id of what the chosen one shows. */
  panel?: string
}) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const from = tabs.findIndex((tab) => tab.id === selected)
    const to = nextIndex(event.key, from, tabs.length, { columns: tabs.length, rtl })
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    onSelect(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to ?? 0]?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className="tabs" ref={list} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className="tab"
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? panel : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          data-testid={`tab-${tab.id}`}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}
