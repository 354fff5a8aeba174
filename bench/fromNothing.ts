import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

export type Measured = { name: string; kib: number; ms: number }
type Comparison = {
  /** Scripts by name; each puts its result into `balance`, and reads the node and the account from `process.argv`. */
  entries: Readonly<Record<string, string>>
  url: string
  account: string
  balance: string
  rounds: number
  /** Names of files that load on the way to the balance, and count with those that load at once. */
  onTheWay?: RegExp
}

/**
 * Bundles each script by itself; measures its size, and the median time of a fresh process from its start to the
 * balance, in turns. Prints the table.
 */
export async function fromNothing({
  entries,
  url,
  account,
  balance,
  rounds,
  onTheWay,
}: Comparison): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-bench-'))
  const rows: Measured[] = []
  try {
    const scripts = []
    for (const [name, code] of Object.entries(entries))
      scripts.push({ name, times: [] as number[], ...(await bundle(name, code, folder, onTheWay)) })
    for (let round = 0; round < rounds; round++)
      for (const { name, file, times } of scripts) {
        const began = performance.now()
        const { stdout } = await run(process.execPath, [file, url, account])
        if (!stdout.startsWith(`${balance} `)) throw new Error(`${name} says ${stdout}`)
        times.push(performance.now() - began)
      }
    for (const { name, kib, times } of scripts)
      rows.push({ name, kib, ms: times.sort((a, b) => a - b)[Math.floor(times.length / 2)]! })
  } finally {
    await rm(folder, { recursive: true })
  }
  for (const { name, kib, ms } of rows)
    console.log(
      `${name.padEnd(18)}${kib.toFixed(1).padStart(8)} KiB gzip${ms.toFixed(0).padStart(8)} ms from a new process to the balance`,
    )
  return rows
}

async function bundle(name: string, code: string, folder: string, onTheWay?: RegExp) {
  const stem = name.replace(/\W/g, '')
  const input = join(root, 'apps/server', `.bench-${stem}.mjs`)
  const whole = `const began = performance.now()\n${code}\nconsole.log(String(balance), performance.now() - began)\nprocess.exit(0)`
  // Beside a package that has all of them, so that Node resolves them.
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
    // The entry's static imports; lazy ones do not count.
    const entry = chunks.find(({ isEntry }) => isEntry)!
    const starts = [entry, ...chunks.filter(({ fileName }) => onTheWay?.test(fileName))]
    const needed = chunks.filter((chunk) => starts.some((one) => one === chunk || one.imports.includes(chunk.fileName)))
    const kib = needed.reduce((sum, chunk) => sum + gzipSync(chunk.code).length / 1024, 0)
    return { file: join(dir, 'entry.mjs'), kib }
  } finally {
    await rm(input)
  }
}
