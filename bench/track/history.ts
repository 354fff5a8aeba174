import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The ratios of one whole run. */
export type TrackedRun = { date: string; commit: string; load: number; ratios: Record<string, number> }

export const historyFolder = join(import.meta.dirname, 'history')

const fileOf = (folder: string, machine: string) =>
  join(folder, `${machine.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}.jsonl`)

/** A machine's runs, oldest first: other machines' ratios differ. */
export function readHistory(machine: string, folder = historyFolder): TrackedRun[] {
  const path = fileOf(folder, machine)
  return existsSync(path) ? readRuns(path) : []
}

export function appendRun(machine: string, run: TrackedRun, folder = historyFolder): void {
  mkdirSync(folder, { recursive: true })
  appendFileSync(fileOf(folder, machine), `${JSON.stringify(run)}\n`)
}

/** All machines' runs by the names of their files. */
export function readHistories(folder = historyFolder): Record<string, TrackedRun[]> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []
  return Object.fromEntries(names.sort().map((name) => [name.slice(0, -'.jsonl'.length), readRuns(join(folder, name))]))
}

const readRuns = (path: string): TrackedRun[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TrackedRun)
