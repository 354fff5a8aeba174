import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createMemory, type Memory, type StoredMemory } from './createMemory.ts'
import type { GuardianKeys } from './readKeys.ts'

/** Begins the file, and is authenticated with it. */
const head = Buffer.from('guardian-memory-v2\n')
const [ivLength, tagLength] = [12, 16]

/** The guardian's memory in a file, encrypted and authenticated (AES-256-GCM) by a key that is derived from the guardian's. */
export async function openMemory<T extends { id: string }>(
  path: string,
  keys: GuardianKeys,
  now: () => number,
): Promise<{ memory: Memory<T>; save(): void }> {
  const memory = createMemory<T>(now, await readKept<T>(path, keys))
  let written = ''
  const save = () => {
    const text = JSON.stringify(memory.list())
    if (text === written) return
    writeFileSync(`${path}.new`, seal(keys.memoryKeys[0]!, text), { mode: 0o600 })
    renameSync(`${path}.new`, path)
    written = text
  }
  save()
  return { memory, save }
}

async function readKept<T>(path: string, { memoryKeys }: GuardianKeys): Promise<StoredMemory<T> | undefined> {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`GUARDIAN_MEMORY_FILE ${path} cannot be read.`)
  }
  for (const key of memoryKeys)
    try {
      return JSON.parse(unseal(key, bytes)) as StoredMemory<T>
    } catch {
      // The next key, if there is one.
    }
  throw new Error(
    `GUARDIAN_MEMORY_FILE ${path} was changed or belongs to another key. Restore it, or move it away: waiting devices start over, and wallets are pinned again when they are used.`,
  )
}

function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(head)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([head, iv, body, cipher.getAuthTag()])
}

function unseal(key: Buffer, bytes: Buffer): string {
  if (!bytes.subarray(0, head.length).equals(head) || bytes.length < head.length + ivLength + tagLength)
    throw new Error('not a memory file')
  const [at, end] = [head.length + ivLength, bytes.length - tagLength]
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(head.length, at))
  decipher.setAAD(head).setAuthTag(bytes.subarray(end))
  return Buffer.concat([decipher.update(bytes.subarray(at, end)), decipher.final()]).toString('utf8')
}
