import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { type Advisory, listLockfiles } from '../check/advisories.ts'

/** A package in the report of `npm audit --json`: its own advisories as objects, those of its dependencies by name. */
type AuditReport = {
  vulnerabilities?: Record<string, { via: (string | { url: string; name: string; title: string; range: string })[] }>
  message?: string
}

/** Every registry advisory on the versions in the tree's lockfiles, in a stable order. */
export async function fetchAdvisories(root: string, env: NodeJS.ProcessEnv = process.env): Promise<Advisory[]> {
  const advisories = new Map<string, Advisory>()
  for (const path of await listLockfiles(root)) {
    const { vulnerabilities, message } = await audit(join(root, dirname(path)), env)
    if (!vulnerabilities) throw new Error(`${path}: npm audit returned no report: ${message ?? 'unknown reason'}`)
    for (const via of Object.values(vulnerabilities).flatMap((each) => each.via)) {
      if (typeof via === 'string') continue
      const id = via.url.split('/').at(-1) ?? via.url
      advisories.set(`${id} ${via.name}`, { id, package: via.name, range: via.range, title: via.title })
    }
  }
  return [...advisories.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, advisory]) => advisory)
}

/** `npm audit` exits with 1 if it found something, and prints its report either way. */
const audit = (cwd: string, env: NodeJS.ProcessEnv) =>
  new Promise<AuditReport>((resolve, reject) => {
    const args = ['audit', '--package-lock-only', '--json']
    execFile('npm', args, { cwd, env, maxBuffer: 1 << 26, timeout: 120_000 }, (error, stdout) => {
      try {
        resolve(JSON.parse(stdout) as AuditReport)
      } catch {
        reject(error ?? new Error('npm audit printed no JSON'))
      }
    })
  })
