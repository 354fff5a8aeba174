import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { startTestChain } from '@billfold/devnet/solana/testChain'
import { build, type Rolldown } from 'vite'

// node bench/solana.ts [--rounds 15]
// What a page needs to know what a Solana account has: the kit's family beside @solana/web3.js and @solana/kit, each in a bundle of its
// own. Their sizes, and how long a fresh process takes from its first line to the balance, asked of a node on this machine. Ours reads
// signed transactions besides, and brings zod, which the page has already; @solana/kit's is the least that a balance takes. Ends with code
// 1 where ours is larger or slower than web3.js.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } })
const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

/** Each reads the same balance of the same account at the same node, and prints it. */
const entries: Readonly<Record<string, string>> = {
  'the kit': `
    import { solana } from '${root}/packages/core/src/chains/solana/solana.ts'
    const ask = async ({ method, params }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(process.argv[2], { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return (await answer.json()).result
    }
    const balance = await solana.askBalance(process.argv[3], ask)`,
  '@solana/web3.js': `
    import { Connection, PublicKey } from '@solana/web3.js'
    const balance = await new Connection(process.argv[2], 'confirmed').getBalance(new PublicKey(process.argv[3]))`,
  '@solana/kit': `
    import { address, createSolanaRpc } from '@solana/kit'
    const asked = createSolanaRpc(process.argv[2]).getBalance(address(process.argv[3]), { commitment: 'confirmed' })
    const balance = (await asked.send()).value`,
}

type Measured = { name: string; kib: number; ms: number }

async function bundle(name: string, code: string, folder: string): Promise<{ file: string; kib: number }> {
  const stem = name.replace(/\W/g, '')
  const input = join(root, 'apps/server', `.bench-${stem}.mjs`)
  const whole = `const began = performance.now()\n${code}\nconsole.log(String(balance), performance.now() - began)\nprocess.exit(0)`
  // Beside a package that has all of them, so that they are found.
  await writeFile(input, whole)
  try {
    const dir = join(folder, stem)
    const built = (await build({
      ...{ root, configFile: false, logLevel: 'silent' },
      build: {
        ...{ outDir: dir, emptyOutDir: true, minify: true, target: 'esnext', modulePreload: false },
        rolldownOptions: {
          input,
          output: { entryFileNames: 'entry.mjs', format: 'es' },
          preserveEntrySignatures: false,
        },
      },
    })) as Rolldown.RolldownOutput
    const chunks = built.output.filter((part) => part.type === 'chunk')
    // What the entry needs at once; what it may fetch later does not count.
    const entry = chunks.find(({ isEntry }) => isEntry)!
    const needed = chunks.filter((chunk) => chunk === entry || entry.imports.includes(chunk.fileName))
    const kib = needed.reduce((sum, chunk) => sum + gzipSync(chunk.code).length / 1024, 0)
    return { file: join(dir, 'entry.mjs'), kib }
  } finally {
    await rm(input)
  }
}

async function measure(name: string, code: string, folder: string, url: string, account: string): Promise<Measured> {
  const { file, kib } = await bundle(name, code, folder)
  const times: number[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    const began = performance.now()
    const { stdout } = await run(process.execPath, [file, url, account])
    if (!stdout.startsWith('1000000000000 ')) throw new Error(`${name} says ${stdout}`)
    times.push(performance.now() - began)
  }
  return { name, kib, ms: times.sort((a, b) => a - b)[Math.floor(times.length / 2)]! }
}

const folder = await mkdtemp(join(tmpdir(), 'billfold-bench-'))
const chain = await startTestChain()
try {
  const rows: Measured[] = []
  for (const [name, code] of Object.entries(entries))
    rows.push(await measure(name, code, folder, chain.chain.rpcUrl, chain.chain.accounts[0]!.address))
  for (const { name, kib, ms } of rows)
    console.log(
      `${name.padEnd(18)}${kib.toFixed(1).padStart(8)} KiB gzip${ms.toFixed(0).padStart(8)} ms from a new process to the balance`,
    )
  const [own, web3] = rows
  if (own!.kib > web3!.kib || own!.ms > web3!.ms) process.exitCode = 1
} finally {
  await chain.close()
  await rm(folder, { recursive: true })
}
