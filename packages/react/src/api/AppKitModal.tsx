import { useEffect, useRef } from 'react'
import { useAppKitOf } from './AppKitContext.ts'

/** The card as a part of the page, if the site sets `enableEmbedded`. */
export function AppKitModal() {
  const { embed } = useAppKitOf('AppKitModal')
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    // A shadow root stays with its element, so each mount gets an element of its own.
    const place = document.createElement('div')
    host.current.append(place)
    const stop = embed(place)
    return () => {
      stop()
      place.remove()
    }
  }, [embed])
  return <div ref={host} />
}
