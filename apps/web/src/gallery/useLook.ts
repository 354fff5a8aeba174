import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { type GalleryLook, lookAddress, readLook } from './galleryLook.ts'

const moved = new EventTarget()

function subscribe(told: () => void): () => void {
  window.addEventListener('popstate', told)
  moved.addEventListener('moved', told)
  return () => {
    window.removeEventListener('popstate', told)
    moved.removeEventListener('moved', told)
  }
}

/** The look in the page's address, and a function that changes part of it. */
export function useLook(): [GalleryLook, (change: Partial<GalleryLook>) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const look = useMemo(() => readLook(search, matchMedia('(prefers-color-scheme: dark)').matches), [search])
  const { language, direction } = look
  // Before the cards are drawn: each kit takes its direction from the page.
  useLayoutEffect(() => {
    document.documentElement.lang = language
    document.documentElement.dir = direction
  }, [language, direction])
  const change = (part: Partial<GalleryLook>) => {
    history.pushState(null, '', lookAddress({ ...look, ...part }))
    moved.dispatchEvent(new Event('moved'))
  }
  return [look, change]
}
