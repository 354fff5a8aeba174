import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

it('the page shows its example as it compiles', async () => {
  const page = await read('../../../docs/devnet.md')
  const shown = [...page.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, code]) => code)
  expect(shown).toEqual([(await read('./inTests.ts')).trim()])
})
