import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Opener, openWith, sealTo } from '@billfold/protocol/embedded/hpke'
import { createMemory, type Kept, type Memory } from './createMemory.ts'

const info = new TextEncoder().encode('guardian-memory-v1')

/** The guardian's memory in a file. It names persons who wait, so it is sealed to the guardian's own key. */
export async function openMemory<T extends { id: string }>(
  path: string,
  opener: Opener,
  now: () => number,
): Promise<{ memory: Memory<T>; save(): void }> {
  const memory = createMemory<T>(now, await readKept<T>(path, opener))
  const save = () => {
    const sealed = sealTo(opener.publicKey, info, new TextEncoder().encode(JSON.stringify(memory.tell())))
    writeFileSync(`${path}.new`, sealed, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  save()
  return { memory, save }
}

async function readKept<T>(path: string, opener: Opener): Promise<Kept<T> | undefined> {
  try {
    const opened = await openWith(opener, info, new Uint8Array(readFileSync(path)))
    return JSON.parse(new TextDecoder().decode(opened)) as Kept<T>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(
      `GUARDIAN_MEMORY_FILE ${path} cannot be decrypted with this key: move it away, and waiting devices start over.`,
    )
  }
}
