// Compiles our own contracts into artifacts/own/: `node apps/devnet/contracts/compile.ts`. Solc takes seconds, so its
// output is committed and the network starts without it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readSources, settings, sourceHash } from './sources.ts'

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<string, { abi: unknown[]; evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>
  >
}

const require = createRequire(import.meta.url)
const solc = require('solc') as {
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string
}

const sources = readSources()
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(Object.entries(sources).map(([file, content]) => [file, { content }])),
  settings,
}
const output = JSON.parse(
  solc.compile(JSON.stringify(input), {
    import(path) {
      try {
        return { contents: readFileSync(require.resolve(path), 'utf8') }
      } catch (e) {
        return { error: String(e) }
      }
    },
  }),
) as Output

const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
if (errors.length > 0) {
  console.error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  process.exit(1)
}

const folder = new URL('./artifacts/own/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [file, source] of Object.entries(sources)) {
  const name = file.replace('.sol', '')
  const contract = output.contracts?.[file]?.[name]
  if (!contract) throw new Error(`${file} must define the contract ${name}.`)
  // Code placed away from its creation address is needed as runtime code.
  const isOverlay = name === 'CallGasProbe' || name.startsWith('Farcaster')
  const artifact = {
    sourceHash: sourceHash(source),
    abi: contract.abi,
    bytecode: `0x${(isOverlay ? contract.evm.deployedBytecode : contract.evm.bytecode).object}`,
  }
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(artifact)}\n`)
}
console.log(`${Object.keys(sources).length} contracts compiled`)
