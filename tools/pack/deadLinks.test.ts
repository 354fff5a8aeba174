import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deadLinks } from './deadLinks.ts'
import { packages } from './packages.ts'

const root = join(import.meta.dirname, '../..')

it.each(Object.keys(packages))('the README of %s has no link that is dead on npm', async (name) => {
  expect(deadLinks(await readFile(join(root, 'packages', name, 'README.md'), 'utf8'))).toEqual([])
})

it('finds links out of the package and missing headings, in every notation', () => {
  const readme = [
    '# A package',
    'See [the kit](../react/README.md), ![a picture](./dialog.png), [docs](/docs "title") and [more][more].',
    '[more]: docs/more.md',
    '<a href="LICENSE"><img src="logo.svg"></a> and [below](#use-it) and [nowhere](#nowhere)',
    '## Use `it`!',
    'It is at [a site](https://example.com), [mail](mailto:a@example.com). Code is quoted: `[x](y)`.',
    '```md',
    '[sample](sample.md)',
    '```',
  ].join('\n')
  expect(deadLinks(readme).toSorted()).toEqual(
    ['../react/README.md', './dialog.png', '/docs', 'docs/more.md', 'LICENSE', 'logo.svg', '#nowhere'].toSorted(),
  )
})
