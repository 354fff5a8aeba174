import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSvgFault } from './findSvgFault.ts'

const inside = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${text}</svg>`
const fault = (text: string) => findSvgFault(new TextEncoder().encode(inside(text)))
/** Forty levels, each of which draws the one before twice: 2^40 copies of the first. */
const levels = (first: string, level: (before: string, id: string) => string) =>
  Array.from({ length: 40 }, (_, n) => (n === 0 ? first : level(`l${n - 1}`, `l${n}`))).join('')

const bombs: [string, string][] = [
  [
    '<use> of groups of <use>',
    levels(
      '<path id="l0" d="M0 0h1"/>',
      (before, id) => `<g id="${id}"><use href="#${before}"/><use xlink:href="#${before}"/></g>`,
    ),
  ],
  [
    '<use> of symbols under a prefix of their own',
    levels(
      '<symbol id="l0"><path/></symbol>',
      (before, id) => `<symbol id="${id}"><use x:href='#${before}'/><use x:href='#${before}'/></symbol>`,
    ),
  ],
  [
    'patterns filled with patterns',
    levels(
      '<pattern id="l0" width="1" height="1"><path/></pattern>',
      (before, id) =>
        `<pattern id="${id}" width="1" height="1"><rect fill="url(#${before})"/><rect stroke="url( '#${before}' )"/></pattern>`,
    ),
  ],
  [
    'masks in masks',
    levels(
      '<mask id="l0"><rect/></mask>',
      (before, id) => `<mask id="${id}"><rect mask="url(#${before})"/><rect style="mask:url(#${before})"/></mask>`,
    ),
  ],
  [
    'clip paths in clip paths',
    levels(
      '<clipPath id="l0"><rect/></clipPath>',
      (before, id) => `<clipPath id="${id}" clip-path="URL(#${before})"><rect clip-path="url(#${before})"/></clipPath>`,
    ),
  ],
  [
    'gradients of gradients',
    levels(
      '<linearGradient id="l0"><stop/></linearGradient>',
      (before, id) => `<linearGradient id="${id}" href="#${before}"/>`,
    ),
  ],
]

describe('a drawing', () => {
  it.each(bombs)('of %s is rejected', (_, drawing) => {
    expect(fault(`<defs>${drawing}</defs><use href="#l39"/>`)).toBe('refers to something that holds a reference itself')
    // In the order in which each refers to what comes later, too.
    expect(fault(`<use href="#l39"/><g>${drawing}</g>`)).toBeTypeOf('string')
  })

  it('that refers to itself is rejected', () => {
    expect(fault('<g id="a"><use href="#a"/></g>')).toBeTypeOf('string')
    expect(fault('<pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/>')).toBeTypeOf('string')
  })

  it('of one level is rejected exactly when it draws too much', () => {
    const rows = (count: number) => `<g id="a">${'<path/>'.repeat(300)}</g>${'<use href="#a"/>'.repeat(count)}`
    expect(fault(rows(100))).toBeUndefined()
    expect(fault(rows(200))).toBe('draws too much by its references')
  })

  it.each([
    ['an id that is escaped in the reference', '<g id="a"><use href="#b"/></g><use href="#%61"/>'],
    ['an id that is escaped where it stands', '<g id="&amp;"><use href="#b"/></g><use href="#&amp;"/>'],
    ['an id that two elements have', '<path id="a"/><g id="a"><use href="#b"/></g><use href="#a"/>'],
    ['a reference of another function', '<g id="a"><use href="#b"/></g><rect style="mask:element(#a)"/>'],
    ['an id after a quoted end of a tag', '<g class=">" id="a"><use href="#b"/></g><use href="#a"/>'],
    ['an id beside one in single quotes', `<g class='"' id="a"><use href="#b"/></g><use href="#a"/>`],
  ])('with %s hides nothing', (_, drawing) => expect(fault(drawing)).toBeTypeOf('string'))

  it.each([
    '<g><path/>',
    '<g></path></g>',
    '</g>',
    '<g id=a/>',
    '<g id="a/>',
    '<g id/>',
    '<path d="<"/>',
    '<g <path/>',
  ])('that is malformed is rejected: %s', (drawing) => expect(fault(drawing)).toBeTypeOf('string'))

  it('of one level of references is accepted: gradients, patterns, clip paths, masks and symbols', () => {
    const drawing = `<defs>
        <linearGradient id="paint0_linear_1:2"><stop offset="0"/><stop offset="1"/></linearGradient>
        <pattern id="p-1"><path/></pattern><symbol id="Größe"><path/></symbol>
      </defs>
      <clipPath id="c"><rect/></clipPath><mask id="m.1"><rect fill="#fff"/></mask>
      <g clip-path="url(#c)"><rect fill="url(#paint0_linear_1:2)" style="mask: url('#m.1')" /></g>
      <rect fill="url(#p-1)"/><use href = "#Größe" /><use xlink:href="#none"/>`
    expect(fault(drawing)).toBeUndefined()
  })

  it('of ours is accepted', () => {
    const folder = new URL('../../registry/images/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svg'))
    expect(files.length).toBeGreaterThan(20)
    for (const file of files)
      expect([file, findSvgFault(readFileSync(new URL(file, folder)))]).toEqual([file, undefined])
  })

  it('never draws more than its references allow, whatever it holds', () => {
    // A tree of groups and references, drawn as a browser would: each reference is replaced by what it leads to.
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        id.map((to) => `<use href="#${to}"/>`),
        id.map((to) => `<rect fill="url(#${to})"/>`),
        fc
          .tuple(fc.option(id), fc.array(tie('node'), { maxLength: 3 }))
          .map(([own, inner]) => `<g${own ? ` id="${own}"` : ''}>${inner.join('')}</g>`),
      ),
    }))
    const targets = (drawing: string, to: string) =>
      [...drawing.matchAll(/<g id="(\w)">/g)].flatMap((match) => (match[1] === to ? [inner(drawing, match.index)] : []))
    const inner = (drawing: string, at: number) => {
      let depth = 0
      for (const tag of drawing.slice(at).matchAll(/<\/?g[^>]*>/g)) {
        depth += tag[0].startsWith('</') ? -1 : 1
        if (depth === 0) return drawing.slice(at, at + tag.index)
      }
      return ''
    }
    fc.assert(
      fc.property(fc.array(node, { maxLength: 5 }), (nodes) => {
        const drawing = nodes.join('')
        if (fault(drawing) !== undefined) return
        for (const [, to = ''] of drawing.matchAll(/#(\w)/g))
          for (const target of targets(drawing, to)) expect(target).not.toContain('#')
      }),
    )
  })
})
