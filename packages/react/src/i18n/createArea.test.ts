import { expect, it, vi } from 'vitest'
import { createArea, forgetFailures } from './createArea.ts'
import { type Language, languages } from './matchLocale.ts'

type Texts = { hello: string }

const areaOf = (loaders: Partial<Record<Language, () => Promise<Texts>>>) =>
  createArea<Texts>(
    Object.fromEntries(
      languages.map((l) => [l, async () => ({ [l]: (await loaders[l]?.()) ?? { hello: l } })]),
    ) as unknown as Parameters<typeof createArea<Texts>>[0],
  )

it('has nothing before the first load, and the language after', async () => {
  const area = areaOf({})
  expect(area.now('de')).toBeUndefined()
  expect(await area.load('de')).toEqual({ hello: 'de' })
  expect(area.now('de')).toEqual({ hello: 'de' })
  expect(area.now('en')).toBeUndefined()
})

it('fetches a language once, however many ask', async () => {
  const de = vi.fn(async () => ({ hello: 'de' }))
  const area = areaOf({ de })
  await Promise.all([area.load('de'), area.load('de')])
  await area.load('de')
  expect(de).toHaveBeenCalledTimes(1)
})

it('speaks English if a language does not load, and retries on the next occasion', async () => {
  const he = vi.fn(async (): Promise<Texts> => ({ hello: 'he' })).mockRejectedValueOnce(new Error('offline'))
  const area = areaOf({ he })
  expect(await area.load('he')).toEqual({ hello: 'en' })
  expect(area.now('he')).toEqual({ hello: 'en' })
  expect(await area.load('he')).toEqual({ hello: 'he' })
  expect(area.now('he')).toEqual({ hello: 'he' })
})

it('fails if even English does not load, and loads on the next request', async () => {
  const en = vi.fn(async (): Promise<Texts> => ({ hello: 'en' })).mockRejectedValueOnce(new Error('offline'))
  const area = areaOf({ en })
  await expect(area.load('en')).rejects.toThrow('offline')
  expect(area.failure('en')).toEqual(new Error('offline'))
  expect(await area.load('en')).toEqual({ hello: 'en' })
  expect(area.failure('en')).toBeUndefined()
})

it('keeps a failure until it was shown', async () => {
  const area = areaOf({ en: () => Promise.reject(new Error('offline')) })
  await expect(area.load('en')).rejects.toThrow('offline')
  forgetFailures()
  expect(area.failure('en')).toBeUndefined()
})
