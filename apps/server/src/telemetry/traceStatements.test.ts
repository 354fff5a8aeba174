import { expect, it } from 'vitest'
import { describeStatement } from './traceStatements.ts'

it.each([
  ['select "id" from "projects" where "id" = $1', 'SELECT projects'],
  ['insert into shared_limits as l\n  (key) values ($1)', 'INSERT shared_limits'],
  ['update "orders" set "state" = $1', 'UPDATE orders'],
  ['with old as (select 1 from relay_messages) delete from old', 'WITH relay_messages'],
  ['begin', 'BEGIN'],
])('names the statement %s', (text, name) => {
  expect(describeStatement(text).name).toBe(name)
})

it('keeps placeholders and removes literals', () => {
  const { attributes } = describeStatement(
    "select t1.a -- alice@shop.example\nfrom t1 where b = 'it''s 0x71c7' and c > 42.5 and d = $12 and e2 = $1",
  )
  expect(attributes['db.query.text']).toBe('select t1.a from t1 where b = ? and c > ? and d = $12 and e2 = $1')
})

it('cuts a long statement', () => {
  expect(describeStatement(`select ${'a, '.repeat(5_000)} b from c`).attributes['db.query.text']!.length).toBe(2_000)
})
