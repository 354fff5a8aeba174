import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))
const protocol = join(here, '../../protocol/src')
/** A static value import or re-export; excludes `import()` and types. */
const byValue = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

function reach(file: string, files = new Set<string>(), packages = new Set<string>()) {
  if (files.has(file)) return { files, packages }
  files.add(file)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(byValue)) {
    if (name.startsWith('.')) reach(join(dirname(file), name), files, packages)
    else if (name.startsWith('@billfold/protocol/'))
      reach(join(protocol, `${name.slice('@billfold/protocol/'.length)}.ts`), files, packages)
    else packages.add(name)
  }
  return { files, packages }
}

test('loads no chain library and no schemas on an idle page', () => {
  const { files, packages } = reach(join(here, 'createKit.ts'))
  expect(files.size).toBeGreaterThan(30)
  expect([...packages].toSorted()).toEqual(['zustand/vanilla'])
})

test('loads only viem’s address code for connecting an EVM wallet', () => {
  expect([...reach(join(here, 'chains/eip155/eip155.ts')).packages]).toEqual(['viem/utils'])
})
