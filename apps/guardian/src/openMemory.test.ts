import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyPairFrom, openerOf } from '@billfold/protocol/embedded/hpke'
import { expect, test } from 'vitest'
import { createMemory } from './createMemory.ts'
import { openMemory } from './openMemory.ts'

const dayMs = 86_400_000
const newOpener = () => openerOf(keyPairFrom(crypto.getRandomValues(new Uint8Array(32))).secretKey)

test('what is kept is there after a restart, sealed to the guardian’s key', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'billfold-memory-')), 'memory')
  const opener = newOpener()
  let time = 100 * dayMs
  const now = () => time
  const { memory, save } = await openMemory<{ id: string; email: string }>(path, opener, now)
  memory.held.set('1', { id: '1', email: 'ann@site.example' })
  time += 31 * dayMs
  memory.markActive('wallet-1')
  save()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'latin1')).not.toContain('ann@')

  const again = (await openMemory<{ id: string; email: string }>(path, opener, now)).memory
  expect([...again.held.values()]).toEqual([{ id: '1', email: 'ann@site.example' }])
  expect([again.wasActive('wallet-1'), again.wasActive('wallet-2')]).toEqual([true, false])
  await expect(openMemory(path, newOpener(), now)).rejects.toThrow('cannot be decrypted with this key')
})

test('what it cannot know counts as in use: while it is young, and after a flood pushed others out', () => {
  let time = 100 * dayMs
  const memory = createMemory(() => time, undefined, 2)
  expect(memory.wasActive('wallet-1')).toBe(true)
  time += 31 * dayMs
  expect(memory.wasActive('wallet-1')).toBe(false)
  for (const wallet of ['wallet-1', 'wallet-2', 'wallet-3']) memory.markActive(wallet)
  expect([memory.wasActive('wallet-1'), memory.wasActive('wallet-9')]).toEqual([true, true])
  time += 31 * dayMs
  expect(memory.wasActive('wallet-2')).toBe(false)
})
