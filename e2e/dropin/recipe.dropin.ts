import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

test('the recipe that the pages are built by is the one in docs/drop-in.md', async () => {
  const root = path.join(import.meta.dirname, '../..')
  const recipe = await readFile(path.join(import.meta.dirname, 'recipe.mjs'), 'utf8')
  expect(await readFile(path.join(root, 'docs/drop-in.md'), 'utf8')).toContain(recipe)
})
