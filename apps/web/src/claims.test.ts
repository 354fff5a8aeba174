import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claims } from './claims.ts'

const repository = path.resolve(import.meta.dirname, '../../..')

test.each(claims)('“$title” names files that exist', ({ proof }) => {
  expect(proof.length).toBeGreaterThan(0)
  for (const file of proof) expect(existsSync(path.join(repository, file)), file).toBe(true)
})
