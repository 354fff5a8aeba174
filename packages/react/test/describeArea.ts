import { beforeAll, describe, expect, it } from 'vitest'
import type { Area } from '../src/i18n/createArea.ts'
import { type Language, languages } from '../src/i18n/matchLocale.ts'

const given = ['⟦given⟧', '⟦second⟧'] as const

/** Every text by its path; those that take a name or a number are given one. */
function textsOf(node: unknown, path = ''): [path: string, text: string][] {
  if (typeof node === 'function') return textsOf((node as (...all: unknown[]) => unknown)(...given), path)
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, child]) => textsOf(child, path ? `${path}.${key}` : key))
}

/**
 * Checks the texts of an area, in its folder of `i18n`, in every language. `shared` lists by path and language the
 * texts that match the English word.
 */
export function describeArea<Texts extends object>(
  area: Area<Texts>,
  folder: string,
  shared: readonly string[] = [],
): void {
  const fileOf = async (language: Language): Promise<Texts> =>
    ((await import(`../src/i18n/compiled/${folder}/${language}.ts`)) as Record<Language, Texts>)[language]
  describe.each(languages)('%s', (language) => {
    let texts: Texts
    let own: [path: string, text: string][]
    let english: Map<string, string>
    beforeAll(async () => {
      texts = await fileOf(language)
      own = textsOf(texts)
      english = new Map(textsOf(await fileOf('en')))
    })

    it('has every text, each with what it was given in it', () => {
      expect(own.map(([path]) => path)).toEqual([...english.keys()])
      for (const [path, text] of own) {
        expect(text.trim(), path).not.toBe('')
        expect(text, path).not.toMatch(/undefined|\[object|\$\{|\s\s/)
        for (const each of given) expect(text.includes(each), path).toBe(english.get(path)?.includes(each))
      }
    })

    if (language !== 'en')
      it('leaves nothing in English', () => {
        const same = own.filter(([path, text]) => english.get(path) === text && !shared.includes(`${path}/${language}`))
        expect(same).toEqual([])
      })

    it('is what the dialog fetches', async () => {
      expect(await area.load(language)).toBe(texts)
    })
  })
}
