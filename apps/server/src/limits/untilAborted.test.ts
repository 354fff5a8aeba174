import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { untilAborted } from './untilAborted.ts'

const never = () => new Promise<never>(() => {})

it("returns the work's result, and leaves no listener behind", async () => {
  const [leaving, late] = [new AbortController(), new AbortController()]
  const waiting = { signal: leaving.signal, deadline: late.signal }
  expect(await untilAborted(Promise.resolve(5), waiting)).toBe(5)
  await expect(untilAborted(Promise.reject(new Error('broken')), waiting)).rejects.toThrow('broken')
  await Promise.resolve()
  for (const { signal } of [leaving, late]) expect(getEventListeners(signal, 'abort')).toEqual([])
})

it("distinguishes a caller's abort from a deadline, before or during the wait", async () => {
  const [leaving, late] = [new AbortController(), new AbortController()]
  const left = untilAborted(never(), { signal: leaving.signal })
  const missed = untilAborted(never(), { deadline: late.signal, message: 'Too slow.' })
  leaving.abort()
  late.abort()
  await expect(left).rejects.toMatchObject({ code: 'aborted' })
  await expect(missed).rejects.toMatchObject({ code: 'timeout', message: 'Too slow.' })
  await expect(untilAborted(never(), { signal: leaving.signal })).rejects.toMatchObject({ code: 'aborted' })
  await expect(untilAborted(never(), { deadline: late.signal })).rejects.toMatchObject({ code: 'timeout' })
})

it('handles a failure of work that was aborted before it began', async () => {
  const unheard: unknown[] = []
  const hear = (e: unknown) => unheard.push(e)
  process.on('unhandledRejection', hear)
  const work = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 1))
  await expect(untilAborted(work, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
  await new Promise((done) => setTimeout(done, 20))
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})
