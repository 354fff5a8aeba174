import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { swapContracts } from './swapContracts.ts'

test('every chain that AppKit swaps on has a contract here, or a row that says it has none', async () => {
  const appKit = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  const sourceless = appKit.filter((id) => !Object.values(swapContracts).some((chains) => `${id}` in chains))
  expect(sourceless).toEqual([324, 250, 8217, 1313161554])
  const page = await readFile(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith('| swaps on '))
  for (const name of ['zkSync', 'Fantom', 'Kaia', 'Aurora']) expect(row).toContain(name)
})
