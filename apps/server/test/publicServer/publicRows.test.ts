import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { publicRows } from './publicRows.ts'
import { stockRows } from './stockRows.ts'

const docs = readFileSync(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8')
const [, server = ''] = docs.split('\n## Server\n')
const rows = [...(server.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \| (.+) \|$/gm)].filter(
  ([, , ours]) => ours !== 'ours',
)

it('says that a row of the public server holds exactly where a test runs it', () => {
  const hold = rows.flatMap(([, says, ours]) => (ours === 'holds' ? [says] : []))
  expect(hold.sort()).toEqual([...publicRows, ...stockRows].map(([says]) => says).sort())
})

it('gives a reason wherever a row does not hold', () => {
  const others = rows.filter(([, , ours]) => ours !== 'holds')
  expect(others.length).toBeGreaterThan(10)
  for (const [, says, ours] of others) expect(ours, says).toMatch(/^(?:differs|not served(?: yet)?|400): .{10,}/)
})
