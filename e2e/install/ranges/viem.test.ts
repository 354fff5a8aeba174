import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getAddress } from 'viem'
import { version } from 'viem/package.json' with { type: 'json' }
import { expect, it } from 'vitest'

it('is the oldest, in every test of this run', async () => {
  const { dependencies } = JSON.parse(await readFile(path.join(import.meta.dirname, 'oldest/package.json'), 'utf8'))
  expect(version).toBe(dependencies.viem)
  const error = (() => {
    try {
      return getAddress('0x1')
    } catch (cause) {
      return cause
    }
  })()
  // viem signs its errors with its version.
  expect((error as { version: string }).version).toBe(dependencies.viem)
})
