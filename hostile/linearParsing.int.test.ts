import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { linearAnyway, superlinear } from '../tools/check/linearPatterns.ts'

type Found = Record<string, string>
type Report = {
  found: { linear: Found; square: string[]; protocol: Found; server: Found; doors: Found }
  tried: { protocol: number; server: number; doors: number }
  patterns: string[]
}

/** Patterns of libraries that the rule cannot see to be linear, and why they are. */
const linearToo: Readonly<Record<string, string>> = {
  "^(?:[A-Za-z0-9_'+\\-]+\\.)*[A-Za-z0-9_'+\\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$":
    "zod's e-mail: tried from the beginning alone, and what one repetition gives back the next takes, up to the same dot or @",
}

let report: Report
beforeAll(async () => {
  const main = join(import.meta.dirname, 'linear/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [main], { maxBuffer: 10_000_000 })
  report = JSON.parse(stdout) as Report
})

it('tells readers whose steps grow with the square of their text from those that grow with it', () => {
  expect(report.found.linear).toEqual({})
  expect(report.found.square).toEqual([
    'compares all letters',
    'searches for each letter',
    'copies what it has for each letter',
    'takes from the front',
    'reads a whole number',
    'does it later',
  ])
})

it.each([
  ['everything that the protocol exports', 'protocol', 400],
  ['every schema of the server, and every function of it that takes a text', 'server', 200],
  ['every route of the API, in path, query, headers and body', 'doors', 50],
] as const)('takes no more steps than a text is long, but for a factor: %s', (_, where, least) => {
  expect(report.found[where]).toEqual({})
  // Were they not found, nothing would be.
  expect(report.tried[where]).toBeGreaterThan(least)
})

it('runs no pattern over a long text that can go back over it', () => {
  const known = new Set([
    ...Object.keys(linearAnyway).map((key) => key.slice(key.indexOf(' ') + 1)),
    ...Object.keys(linearToo),
  ])
  expect(report.patterns.filter((pattern) => superlinear(pattern) && !known.has(pattern))).toEqual([])
  expect(superlinear(' +$')).toBeDefined()
  expect(report.patterns.length).toBeGreaterThan(50)
})
