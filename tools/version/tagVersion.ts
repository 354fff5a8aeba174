import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeChangelog } from './writeChangelog.ts'

const run = promisify(execFile)
/** Stops before anything is written: a sentence for the person at the terminal. */
export class VersionError extends Error {}

type Options = {
  root: string
  /** `1.2.3`, or the part of the present version that rises. */
  version: string
  /** Says what would be done, and writes nothing. */
  isDryRun?: boolean
  /** Signs the tag with the key that git is set up with. */
  isSigned?: boolean
  date?: string
  /** Whether the rules hold: `npm run check`. */
  check: (root: string) => Promise<boolean>
  /** Writes what depends on the version, and returns the paths for the commit. */
  generate?: (root: string) => Promise<readonly string[]>
  say: (line: string) => void
}

/** Tags what is committed: version, changelog, commit and tag. Publishing stays a step of its own. */
export async function tagVersion({
  root,
  version,
  isDryRun,
  isSigned = true,
  check,
  generate,
  say,
  ...rest
}: Options): Promise<string> {
  const date = rest.date ?? new Date().toISOString().slice(0, 10)
  const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 1 << 26 })).stdout.trim()
  const manifestPath = join(root, 'package.json')
  const manifest = await readFile(manifestPath, 'utf8')
  const present = (JSON.parse(manifest) as { version: string }).version
  const last = (await git('tag', '--list', 'v*', '--sort=-v:refname')).split('\n')[0] ?? ''
  const next = nextVersion(version, present)
  const tag = `v${next}`

  const dirty = await git('status', '--porcelain')
  if (dirty !== '') throw new VersionError(`The working tree has changes. Commit or stash them first:\n${dirty}`)
  if (last !== '' && compare(next, last.slice(1)) <= 0) throw new VersionError(`${next} is not newer than ${last}.`)
  say('Checking the rules.')
  if (!(await check(root)))
    throw new VersionError('npm run check fails. Fix it first: a release is a commit that was green.')

  const log = last === '' ? '' : await git('log', '--no-merges', '--format=%h %s', `${last}..HEAD`)
  const changes = log
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ hash: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }))
  if (last !== '' && changes.length === 0) throw new VersionError(`There are no commits since ${last}.`)
  const changelogPath = join(root, 'CHANGELOG.md')
  const changelog = writeChangelog(await readFile(changelogPath, 'utf8'), { version: next, date, changes })
  say(
    `${tag}: ${last === '' ? 'the first release' : `${changes.length} ${changes.length === 1 ? 'commit' : 'commits'} since ${last}`}`,
  )
  if (isDryRun) {
    say(sectionOf(changelog, next))
    say('Dry run: nothing was written.')
    return tag
  }

  await writeFile(manifestPath, withVersion(manifest, next))
  const lockPath = join(root, 'package-lock.json')
  await writeFile(lockPath, withVersion(await readFile(lockPath, 'utf8'), next))
  await writeFile(changelogPath, changelog)
  const generated = (await generate?.(root)) ?? []
  await git('add', 'package.json', 'package-lock.json', 'CHANGELOG.md', ...generated)
  await git('commit', '--quiet', '--message', `release: publish ${next}`)
  await git('tag', isSigned ? '--sign' : '--annotate', tag, '--message', sectionOf(changelog, next))
  say(`Committed and tagged ${tag}. Push both, then publish from a clean checkout of the tag.`)
  return tag
}

/** The version that is meant; a part such as `minor` counts from the present one. */
function nextVersion(wanted: string, present: string): string {
  if (/^\d+\.\d+\.\d+$/.test(wanted)) return wanted
  const [major = 0, minor = 0, patch = 0] = present.split('.').map(Number)
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  throw new VersionError('Pass a version: major, minor, patch, or one such as 1.2.3.')
}

function compare(a: string, b: string): number {
  const [first, second] = [a, b].map((version) => version.split('.').map(Number))
  for (const [at, part] of first!.entries()) if (part !== second![at]) return part - (second![at] ?? 0)
  return 0
}

/** A manifest or lockfile with another version of the root package. */
function withVersion(text: string, version: string): string {
  const parsed = JSON.parse(text) as { version: string; packages?: Record<string, { version?: string }> }
  parsed.version = version
  if (parsed.packages?.['']) parsed.packages[''].version = version
  return `${JSON.stringify(parsed, undefined, 2)}\n`
}

function sectionOf(changelog: string, version: string): string {
  const start = changelog.indexOf(`## ${version}, `)
  const end = changelog.indexOf('\n## ', start + 1)
  return changelog.slice(start, end < 0 ? undefined : end).trim()
}
