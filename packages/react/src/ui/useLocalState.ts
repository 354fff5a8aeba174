import { useState } from 'react'

/** Whether components are drawn once and without React (`paint`), which never happens inside a rendering of React. */
export const once = { isDrawing: false }

const ignore = () => undefined

/** React's state; what is drawn once keeps its initial value. */
export function useLocalState<T>(initial: T | (() => T)): [T, (value: T) => void] {
  if (once.isDrawing) return [initial instanceof Function ? initial() : initial, ignore]
  // biome-ignore lint/correctness/useHookAtTopLevel: the two never alternate
  return useState(initial)
}
