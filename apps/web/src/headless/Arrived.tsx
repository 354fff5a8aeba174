import { type ReactNode, useEffect, useRef } from 'react'

type Props = { label: string; className?: string; children: ReactNode }

/** A part of the page that replaces the focused one: it takes the focus. */
export function Arrived({ label, className = 'slip', children }: Props) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <section className={className} aria-label={label} tabIndex={-1} ref={place}>
      {children}
    </section>
  )
}
