import { expect, test } from 'vitest'
import { canPaste } from './canPaste.ts'

const browser = { clipboard: { readText: async () => '' } }
const policy = (isAllowed: boolean) => ({
  featurePolicy: { allowsFeature: (name: string) => name !== 'clipboard-read' || isAllowed },
})

test('allows pasting unless the page’s policy forbids it or the browser cannot', () => {
  expect(canPaste(browser, policy(true))).toBe(true)
  expect(canPaste(browser, policy(false))).toBe(false)
  expect(canPaste(browser, {})).toBe(true)
  expect(canPaste({ clipboard: {} }, policy(true))).toBe(false)
  expect(canPaste({}, policy(true))).toBe(false)
})
