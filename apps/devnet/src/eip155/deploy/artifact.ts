import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'

/** A compiled contract: its interface and its creation code. */
export type Artifact = { abi: Abi; bytecode: Hex }

const require = createRequire(import.meta.url)
const committed = new URL('../../../contracts/artifacts/', import.meta.url)

/** A contract of ours, or one stored with ours because its package cannot be installed. */
export function ownArtifact(path: `own/${string}` | `vendor/${string}`): Artifact {
  return parse(path, readFileSync(new URL(`${path}.json`, committed), 'utf8'))
}

/** A contract from an installed package. */
export function packageArtifact(path: string): Artifact {
  return parse(path, readFileSync(require.resolve(path), 'utf8'))
}

function parse(path: string, text: string): Artifact {
  const json = JSON.parse(text) as { abi: Abi; bytecode?: string; evm?: { bytecode: { object: string } } }
  const code = json.evm?.bytecode.object ?? json.bytecode
  if (!code) throw new Error(`${path} has no bytecode.`)
  return { abi: json.abi, bytecode: (code.startsWith('0x') ? code : `0x${code}`) as Hex }
}
