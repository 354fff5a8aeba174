import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { linearAnyway, superlinear } from '../tools/check/linearPatterns.ts'

type Superlinear = Record<string, string>
type Report = {
  found: { linear: Superlinear; square: string[]; protocol: Superlinear; server: Superlinear; doors: Superlinear }
  tried: { protocol: number; server: number; doors: number }
  patterns: string[]
}

/** Patterns of libraries that are linear though the rule cannot tell, with the reason. */
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

it('tells readers with quadratic steps from linear ones', () => {
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
] as const)('takes steps linear in the text: %s', (_, where, least) => {
  expect(report.found[where]).toEqual({})
  // Without these readers the measurement would be void.
  expect(report.tried[where]).toBeGreaterThan(least)
})

it('runs no pattern with backtracking over a long text', () => {
  const known = new Set([
    ...Object.keys(linearAnyway).map((key) => key.slice(key.indexOf(' ') + 1)),
    ...Object.keys(linearToo),
  ])
  expect(report.patterns.filter((pattern) => superlinear(pattern) && !known.has(pattern))).toEqual([])
  expect(superlinear(' +$')).toBeDefined()
  expect(report.patterns.length).toBeGreaterThan(50)
})
