import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { swapContracts } from './swapContracts.ts'

test('has a contract, or a row without one, for every chain that AppKit swaps on', async () => {
  const appKit = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
  const sourceless = appKit.filter((id) => !Object.values(swapContracts).some((chains) => `${id}` in chains))
  expect(sourceless).toEqual([324, 250, 8217, 1313161554])
  const page = await readFile(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8')
  const row = page.split('\n').find((line) => line.startsWith('| swaps on '))
  for (const name of ['zkSync', 'Fantom', 'Kaia', 'Aurora']) expect(row).toContain(name)
})
