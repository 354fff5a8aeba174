import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type FileTally, failedStep, type RunTally, runTally } from './tally.ts'

const reporter = join(import.meta.dirname, 'progressReporter.ts')

type VitestOptions = {
  root: string
  filters: string[]
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Prints no output: for a run inside another. */
  isQuiet?: boolean
  /** Orders tests as an earlier run did. */
  seed?: number | undefined
}

/**
 * Vitest leaves one core idle, which is half of a small machine. Integration tests wait for processes, blocks and
 * sockets much of their time: one file more than there are cores keeps those busy. Projects that set their own number
 * keep it.
 */
function workersFor(project: string): string[] {
  const more = { unit: 0, integration: 1 }[project]
  return more === undefined ? [] : [`--maxWorkers=${availableParallelism() + more}`]
}

/** Runs one vitest project and counts; a run that ends badly without a failed test counts as one failure. */
export async function runVitest(
  project: string,
  { root, filters, env, signal, isQuiet = false, seed }: VitestOptions,
): Promise<RunTally> {
  const folder = join(root, '.billfold', 'test')
  const path = join(folder, `${project}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(path, { force: true })
  const args = [
    'run',
    '--project',
    project,
    ...workersFor(project),
    `--reporter=${reporter}`,
    '--passWithNoTests',
    ...(seed === undefined ? [] : [`--sequence.seed=${seed}`]),
    ...filters,
  ]
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const end = await new Promise<string>((resolve) => {
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: root,
      // The size rule builds with Vite in this process, which sets it to production.
      env: { ...env, NODE_ENV: 'test', BILLFOLD_TALLY: path },
      stdio: isQuiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
    })
    signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true })
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, killed) =>
      resolve(killed ? `ended by ${killed}` : code === 0 ? '' : `exit code ${code}`),
    )
  })
  const tally = readTally(path)
  keepSeconds(root, tally?.files ?? [])
  if (!tally) return runTally([], failedStep(project, `vitest did not finish: ${end || 'no result'}`))
  if (end !== '' && tally.failed === 0) return runTally(tally.files, failedStep(project, `vitest: ${end}`), tally.seed)
  return tally
}

function readTally(path: string): RunTally | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunTally
  } catch {
    return undefined // not written: the run broke off, which the caller reports
  }
}

/** The duration of each test file of this checkout in its last run, for a run that must choose. */
export function readSeconds(root: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(secondsPath(root), 'utf8')) as Record<string, number>
  } catch {
    return {} // nothing has run here yet
  }
}

const secondsPath = (root: string) => join(root, '.billfold', 'test', 'seconds.json')

function keepSeconds(root: string, files: readonly FileTally[]): void {
  const measured = Object.fromEntries(files.map(({ path, seconds }) => [path, seconds]))
  writeFileSync(secondsPath(root), JSON.stringify({ ...readSeconds(root), ...measured }))
}
