import { useRef } from 'react'

/** A value with the identity that it had at the last render, for as long as nothing in it changes. */
export function useStable<T>(value: T): T {
  const last = useRef(value)
  if (!isSame(last.current, value)) last.current = value
  return last.current
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => key in right && isSame(left[key], right[key]))
}
