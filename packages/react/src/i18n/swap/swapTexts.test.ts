import { describe, expect, it } from 'vitest'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { hi } from './hi.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { type SwapTexts, swapTexts } from './swapTexts.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'

const all = { en, de, fr, es, pt, tr, ru, hi, zh, ja, ko, ar, he }

/** The same word in English and there. */
const shared = new Set<string>(['gasOf/de', 'gasOf/es', 'max/fr'])

/** Every text by its path; those that take a name or a number are given one. */
function said(node: unknown, path = ''): [path: string, said: string][] {
  if (typeof node === 'function') return said((node as (...given: unknown[]) => unknown)('⟦given⟧', '⟦second⟧'), path)
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as object).flatMap(([key, child]) => said(child, path ? `${path}.${key}` : key))
}

describe.each(Object.entries(all))('%s', (language, texts: SwapTexts) => {
  const own = said(texts)

  it('has every text, each with what it was given in it', () => {
    const english = new Map(said(en))
    expect(own.map(([path]) => path)).toEqual([...english.keys()])
    for (const [path, text] of own) {
      expect(text.trim(), path).not.toBe('')
      expect(text, path).not.toMatch(/undefined|\[object|\$\{|\s\s/)
      for (const given of ['⟦given⟧', '⟦second⟧'])
        expect(text.includes(given), path).toBe(english.get(path)?.includes(given))
    }
  })

  it.runIf(language !== 'en')('leaves nothing in English', () => {
    const english = new Map(said(en))
    const same = own.filter(([path, text]) => english.get(path) === text && !shared.has(`${path}/${language}`))
    expect(same).toEqual([])
  })

  it('is what the dialog fetches', async () => {
    expect(await swapTexts.load(language as keyof typeof all)).toBe(texts)
  })
})
