import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { absent, different } from './judgements.ts'
import { nameTable, nameTableMarkdown } from './nameTable.ts'

const rows = nameTable()

it('judges every public name of AppKit 1.7.1 and 1.8.0', () => {
  expect(rows.length).toBeGreaterThan(400)
  expect(rows.filter(({ status }) => status === 'unjudged').map(({ kind, name }) => `${kind} ${name}`)).toEqual([])
})

it('has every option, feature, view and theme variable by its name', () => {
  const given = rows.filter(({ kind }) => ['options', 'features', 'views', 'theme variables', 'open'].includes(kind))
  const missing = given.filter(
    ({ status, why, kind, name }) => status !== 'same' && why !== different[`${kind} ${name}`],
  )
  expect(missing).toEqual([])
})

it('has no judgement that is about nothing', () => {
  const judged = new Set(rows.map(({ kind, name }) => `${kind} ${name}`))
  expect(Object.keys(different).filter((key) => !judged.has(key))).toEqual([])
  const used = absent.filter(({ why, issue }) =>
    rows.some((row) => row.why === (issue ? `${why} (issue ${issue})` : why)),
  )
  expect(absent.filter((group) => !used.includes(group)).map(({ names }) => String(names))).toEqual([])
})

it('matches the documented table (if not, run packages/appkit-compat/test/writeTable.ts)', async () => {
  const page = await readFile(new URL('../../../docs/appkit-names.md', import.meta.url), 'utf8')
  expect(page).toBe(nameTableMarkdown())
})
