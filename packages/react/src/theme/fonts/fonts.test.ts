import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import * as cyrillic from './golosCyrillic.ts'
import * as latin from './golosLatin.ts'
import * as latinExt from './golosLatinExt.ts'

it.each([
  [latin, '9a69d0aa4734c4022224c002a3d944a702e0204972a49d892789f5668b922c2a'],
  [latinExt, '05befabe4813f41238ce6ea4f5ecd6b758591e9ef2f303a9932bff68ba66dc66'],
  [cyrillic, '17d048ca05cb1218af3c0d6dcdf882989e6d1cc5dcb598ea50eaf54850ff7229'],
])('holds the published font file', ({ woff2 }, hash) => {
  const file = Buffer.from(woff2, 'base64')
  expect(file.subarray(0, 4).toString()).toBe('wOF2')
  expect(createHash('sha256').update(file).digest('hex')).toBe(hash)
})
