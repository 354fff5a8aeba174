import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealTo } from '@billfold/protocol/embedded/hpke'
import { expect, test } from 'vitest'
import { createMemory } from './createMemory.ts'
import { openMemory } from './openMemory.ts'
import { readKeys } from './readKeys.ts'

const dayMs = 86_400_000
const newDirectory = () => mkdtempSync(join(tmpdir(), 'billfold-memory-'))
const newKeys = () => readKeys(join(newDirectory(), 'key'))

test('survives a restart, encrypted with the guardian’s key', async () => {
  const path = join(newDirectory(), 'memory')
  const keys = newKeys()
  let time = 100 * dayMs
  const now = () => time
  const { memory, save } = await openMemory<{ id: string; email: string }>(path, keys, now)
  memory.held.set('1', { id: '1', email: 'ann@site.example' })
  time += 31 * dayMs
  memory.markActive('wallet-1')
  save()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'latin1')).not.toContain('ann@')

  const again = (await openMemory<{ id: string; email: string }>(path, keys, now)).memory
  expect([...again.held.values()]).toEqual([{ id: '1', email: 'ann@site.example' }])
  expect([again.wasActive('wallet-1'), again.wasActive('wallet-2')]).toEqual([true, false])
  await expect(openMemory(path, newKeys(), now)).rejects.toThrow('was changed or belongs to another key')

  // After a rotation the old key still decrypts, and the next save is with the new one.
  const next = newKeys()
  const both = { openers: [...next.openers, ...keys.openers], memoryKeys: [...next.memoryKeys, ...keys.memoryKeys] }
  expect((await openMemory(path, both, now)).memory.held.size).toBe(1)
  expect((await openMemory(path, next, now)).memory.held.size).toBe(1)
})

test('rejects a file that was changed in any part', async () => {
  const path = join(newDirectory(), 'memory')
  const keys = newKeys()
  await openMemory(path, keys, Date.now)
  const bytes = readFileSync(path)
  for (const at of [0, 18, 20, 31, 40, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    writeFileSync(path, changed)
    await expect(openMemory(path, keys, Date.now)).rejects.toThrow(`GUARDIAN_MEMORY_FILE ${path} was changed`)
  }
  for (const length of [0, 10, 19, 40, bytes.length - 1]) {
    writeFileSync(path, bytes.subarray(0, length))
    await expect(openMemory(path, keys, Date.now)).rejects.toThrow('was changed')
  }
})

test('refuses a file that was encrypted to the public key, which anyone can do', async () => {
  const path = join(newDirectory(), 'memory')
  const keys = newKeys()
  const forged = JSON.stringify({ since: 0, marks: [], held: [{ id: 'x', state: 'approved' }] })
  const [info, text] = [new TextEncoder().encode('guardian-memory-v1'), new TextEncoder().encode(forged)]
  writeFileSync(path, sealTo(keys.openers[0]!.publicKey, info, text))
  await expect(openMemory(path, keys, Date.now)).rejects.toThrow(`GUARDIAN_MEMORY_FILE ${path} was changed`)
})

test('counts unknown wallets as in use: while the memory is new, and after a flood', () => {
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
