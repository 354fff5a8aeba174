import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { addressOfLook, type GalleryLook, readLook } from './galleryLook.ts'

const moved = new EventTarget()

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  moved.addEventListener('moved', listener)
  return () => {
    window.removeEventListener('popstate', listener)
    moved.removeEventListener('moved', listener)
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
    history.pushState(null, '', addressOfLook({ ...look, ...part }))
    moved.dispatchEvent(new Event('moved'))
  }
  return [look, change]
}
