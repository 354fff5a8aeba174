import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const maxOpen = 256
let open = 0
const waiting: (() => void)[] = []

/** The text of a file. The rules run at once: without a limit they would open more files than a process may. */
export async function readText(root: string, path: string): Promise<string> {
  while (open >= maxOpen) await new Promise<void>((resolve) => waiting.push(resolve))
  open++
  try {
    return await readFile(join(root, path), 'utf8')
  } finally {
    open--
    waiting.shift()?.()
  }
}
