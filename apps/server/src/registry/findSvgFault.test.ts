import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawTile } from './drawTile.ts'
import { findSvgFault } from './findSvgFault.ts'

/** Every character there is, surrogates apart; fast-check's own list of them takes seconds to make. */
const anyCharacter = fc.nat(0x10f7ff).map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800))

const fault = (text: string) => findSvgFault(new TextEncoder().encode(text))
const inside = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`

describe('findSvgFault', () => {
  it.each([
    inside('<path d="M0 0"/>'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n${inside('<g><title>A &amp; B</title></g>')}`,
    inside('<defs><linearGradient id="a"><stop/></linearGradient></defs><rect fill="url(#a)"/><use href="#b"/>'),
    inside('<use xlink:href="#b"/>'),
    drawTile({ shape: 'coin', letters: 'ETH', ground: '#123456' }),
  ])('accepts shapes: %s', (svg) => expect(fault(svg)).toBeUndefined())

  it.each([
    inside('<script>alert(1)</script>'),
    inside('<SCRIPT/>'),
    inside('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'),
    inside('<foreignObject><body/></foreignObject>'),
    inside('<style>@import "https://evil.example"</style>'),
    inside('<image href="https://evil.example/x.png"/>'),
    inside('<a href="javascript:alert(1)"><path/></a>'),
    inside('<set attributeName="href" to="javascript:x"/>'),
    inside('<animate attributeName="onload"/>'),
    inside('<path onload="alert(1)"/>'),
    inside('<path/onload=alert(1) />'),
    inside('<path d=""onclick="x"/>'),
    inside('<use href="https://evil.example/x.svg#a"/>'),
    inside('<use href = "data:image/svg+xml,x"/>'),
    inside('<use xlink:href="//evil.example/#a"/>'),
    inside('<use href="&#104;ttps://evil.example"/>'),
    inside('<rect fill="url(https://evil.example/#a)"/>'),
    inside('<rect style="fill: url( \'//evil.example\' )"/>'),
    inside('<rect style="fill:\\75rl(//evil.example)"/>'),
    `<!DOCTYPE svg [<!ENTITY x "y">]>${inside('&x;')}`,
    `<?xml version="1.0"?><?xml-stylesheet href="https://evil.example"?>${inside('')}`,
    inside('<![CDATA[<script>]]>'),
    inside('<!--><script>alert(1)</script><!---->'),
    '<html><svg></svg></html>',
    'not an image',
    '',
  ])('rejects what could run or load: %s', (svg) => expect(fault(svg)).toBeTypeOf('string'))

  it('rejects an invalid text', () => expect(findSvgFault(Uint8Array.from([0xff, 0xfe, 0x3c]))).toBeTypeOf('string'))

  it('returns in a moment for any input', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => void fault(inside(text))))
    for (const piece of ['<!--', '<svg ', 'href=', 'url(', '<', ' ']) fault(inside(piece.repeat(40_000)))
  })
})
