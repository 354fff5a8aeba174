import { expect, test } from 'vitest'
import { windowStyle } from './windowStyle.ts'

const [light, dark] = [...windowStyle.matchAll(/dialog \{[^}]*--paper[^}]*\}/g)].map(([rule]) =>
  Object.fromEntries([...rule.matchAll(/--([a-z0-9-]+): (#[0-9A-F]{6});/g)].map(([, name, value]) => [name, value!])),
)

/** How bright a color is to the eye, as WCAG 2 counts. */
function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

const pairs = [
  ['ink', 'paper'],
  ['ink', 'raised'],
  ['ink', 'inset'],
  ['ink-2', 'paper'],
  ['ink-2', 'raised'],
  ['ink-2', 'inset'],
  ['caution', 'paper'],
  ['on-accent', 'accent'],
] as const

test.each([
  ['light', light],
  ['dark', dark],
])('has a contrast of at least 4.5 to 1 for every text of the %s window', (_, tokens) => {
  for (const [text, ground] of pairs)
    expect(contrast(tokens![text]!, tokens![ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  expect(contrast(tokens!.accent!, tokens!.paper!), 'the focus ring').toBeGreaterThanOrEqual(3)
})
