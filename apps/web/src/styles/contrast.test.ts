import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')
const blocks = { light: css.slice(0, css.indexOf('@media')), dark: css.slice(css.indexOf('@media')) }

function colour(theme: 'light' | 'dark', name: string): string {
  const color = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(blocks[theme])?.[1]
  if (!color) throw new Error(`No --${name} in the ${theme} theme`)
  return color
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

const text = ['ink', 'ink-2', 'accent', 'caution', 'danger', 'done']
const pairs = ['light', 'dark'].flatMap((theme) => [
  ...['paper', 'raised', 'inset'].flatMap((ground) => text.map((ink) => [theme, ink, ground] as const)),
  [theme, 'on-accent', 'accent'] as const,
  [theme, 'on-accent', 'accent-strong'] as const,
])

test.each(pairs)('%s: %s is readable on %s', (theme, ink, ground) => {
  expect(contrast(colour(theme as 'light', ink), colour(theme as 'light', ground))).toBeGreaterThanOrEqual(4.5)
})
