import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('./src/', import.meta.url)

/** Changed settings change the bytecode as a changed source does, so they are part of the hash. */
export const settings = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
} as const

/** Our own contracts: file name to Solidity text. */
export function readSources(): Record<string, string> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sol'))
    .sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]))
}

/** Stored in each artifact to detect a source that was changed but not recompiled. */
export const sourceHash = (source: string) =>
  createHash('sha256').update(source).update(JSON.stringify(settings)).digest('hex')
