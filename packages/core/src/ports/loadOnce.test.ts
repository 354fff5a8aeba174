import { expect, it, vi } from 'vitest'
import { loadOnce } from './loadOnce.ts'

it('shares one load, and loads again after a failure', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  const get = loadOnce(load)
  expect(load).not.toHaveBeenCalled()
  const [one, two] = await Promise.allSettled([get(), get()])
  expect([one.status, two.status]).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([get(), get()])).toEqual(['here', 'here'])
  expect(await get()).toBe('here')
  expect(load).toHaveBeenCalledTimes(2)
})
