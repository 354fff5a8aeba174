import { expect, it } from 'vitest'
import { shop } from '../../test/appDeps.ts'
import { createProjectLookup } from './createProjectLookup.ts'

function counted(answer: () => Promise<typeof shop | undefined>) {
  const calls: string[] = []
  const find = (id: string) => {
    calls.push(id)
    return answer()
  }
  return { calls, find }
}

it('queries once for many callers, and again when the result expires', async () => {
  let now = 0
  const { calls, find } = counted(async () => shop)
  const lookup = createProjectLookup(find, { ttlMs: 100, now: () => now })
  await Promise.all([lookup('shop'), lookup('shop'), lookup('shop')])
  expect(calls).toHaveLength(1)
  now = 101
  expect((await lookup('shop'))?.rules).toHaveLength(2)
  expect(calls).toHaveLength(2)
})

it('caches a missing project, and queries no invalid id', async () => {
  const { calls, find } = counted(async () => undefined)
  const lookup = createProjectLookup(find)
  for (const id of ['ghost', 'ghost', 'a b', '', 'x'.repeat(65), "'; drop"]) expect(await lookup(id)).toBeUndefined()
  expect(calls).toEqual(['ghost'])
})

it('survives a short outage, but not a long one, and caches no failure', async () => {
  let now = 0
  let isDown = false
  const { find } = counted(async () => {
    if (isDown) throw new Error('gone')
    return shop
  })
  const lookup = createProjectLookup(find, { ttlMs: 100, staleMs: 1_000, now: () => now })
  await lookup('shop')
  isDown = true
  now = 500
  expect((await lookup('shop'))?.id).toBe('shop')
  now = 1_500
  await expect(lookup('shop')).rejects.toMatchObject({ code: 'unavailable' })
  isDown = false
  expect((await lookup('shop'))?.id).toBe('shop')
})

it('keeps a limited number of entries', async () => {
  const { calls, find } = counted(async () => shop)
  const lookup = createProjectLookup(find, { size: 2 })
  for (const id of ['a', 'b', 'c', 'a']) await lookup(id)
  expect(calls).toEqual(['a', 'b', 'c', 'a'])
})
