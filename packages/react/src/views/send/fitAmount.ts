import type { CSSProperties } from 'react'

/** Beyond this an amount has a row to itself. */
const rowSigns = 17

/** Fits a large amount: its font shrinks with its length, and a very long one has its own row. */
export const fitAmount = (text: string): { style: CSSProperties; 'data-long'?: true } => ({
  style: { '--bf-signs': Math.max(1, text.length) } as CSSProperties,
  ...(text.length > rowSigns ? { 'data-long': true } : {}),
})
