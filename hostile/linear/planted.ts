import type { Reader } from './findSuperlinear.ts'

/** Readers that are known to grow linearly or faster: they prove the measurement before it judges others. */
export const planted: { linear: readonly Reader[]; square: readonly Reader[] } = {
  linear: [
    ['looks at each letter', (text) => [...text].filter((letter) => letter === 'a').length],
    ['writes and reads it', (text) => JSON.parse(JSON.stringify(text.split('.')))],
    ['counts its words', (text) => text.match(/\w+/g)?.length],
    ['has a limit', (text) => (text.length > 900 ? undefined : pairs(text))],
  ],
  square: [
    ['compares all letters', pairs],
    ['searches for each letter', (text) => Array.from(text, (letter, at) => text.lastIndexOf(letter, at))],
    [
      'copies what it has for each letter',
      (text) => {
        let all: string[] = []
        for (const letter of text) all = [...all, letter]
      },
    ],
    [
      'takes from the front',
      (text) => {
        const letters = text.split('')
        while (letters.length > 0) letters.shift()
      },
    ],
    ['reads a whole number', (text) => BigInt(text.replace(/\D/g, '') || 0)],
    ['does it later', async (text) => pairs(await text)],
  ],
}

function pairs(text: string): number {
  let matches = 0
  for (let at = 0; at < text.length; at++)
    for (let before = 0; before < at; before++) if (text[before] === text[at]) matches++
  return matches
}
