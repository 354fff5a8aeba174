import { afterEach, expect, it, vi } from 'vitest'
import { addPainter, board, type Painter, painterFor } from './board.ts'
import { defineElements } from './defineElements.ts'
import { elementTable } from './elementTable.ts'
import { elementTags } from './elementTags.ts'

const painter = (id: string): Painter => ({ id, paint: () => ({ update() {}, stop() {} }) })

afterEach(() => {
  vi.unstubAllGlobals()
  board().painters.length = 0
  board().tags.clear()
})

it('looks for every tag that it defines', () => {
  expect(elementTags.split(',').toSorted()).toEqual(Object.keys(elementTable).toSorted())
})

it('gives an element the kit it names, otherwise the latest one', () => {
  const [one, two] = [painter('one'), painter('two')]
  const listener = vi.fn()
  board().waiting.add(listener)
  addPainter(one)
  const stop = addPainter(two)
  expect([painterFor(null), painterFor('one'), painterFor('none')]).toEqual([two, one, undefined])
  stop()
  stop()
  expect(painterFor(null)).toBe(one)
  expect(listener).toHaveBeenCalledTimes(3)
})

it('is the same for a copy of the module that was loaded again', async () => {
  addPainter(painter('old'))
  vi.resetModules()
  const again = await import('./board.ts')
  expect(again.addPainter).not.toBe(addPainter)
  again.addPainter(painter('new'))
  expect(board().painters.map(({ id }) => id)).toEqual(['old', 'new'])
})

it('defines each tag once, even for another copy, and leaves others’ definitions', async () => {
  const defined = new Map<string, unknown>([['appkit-modal', class Theirs {}]])
  const define = vi.fn((tag: string, made: unknown) => {
    if (defined.has(tag)) throw new Error(`${tag} twice`)
    defined.set(tag, made)
  })
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('customElements', { get: (tag: string) => defined.get(tag), define })
  expect(defineElements()).toEqual(['appkit-modal'])
  vi.resetModules()
  const again = await import('./defineElements.ts')
  expect(again.defineElements()).toEqual(['appkit-modal'])
  expect(define).toHaveBeenCalledTimes(Object.keys(elementTable).length - 1)
})
