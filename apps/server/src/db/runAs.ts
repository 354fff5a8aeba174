import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartupError } from '../process/startupError.ts'

/** The unprivileged user a root process lends to PostgreSQL, which refuses to run as root. */
export type RunAs = { uid: number; gid: number; name: string }

/** The user that PostgreSQL runs as: our own, unless that is root; then `postgres`, or `nobody` if there is no such user. */
export function findRunAs(passwd = readPasswd(), uid = process.getuid?.()): RunAs | undefined {
  if (uid !== 0) return undefined
  const users = passwd.split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const user = users.find(([n]) => n === name)
    if (user?.[2] && user[3]) return { name, uid: Number(user[2]), gid: Number(user[3]) }
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and neither user postgres nor nobody exists: start as another user or set DATABASE_URL.',
  )
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return '' // no such file where users are kept elsewhere; the sentence above then says what to do
  }
}

/** Spawn options that make a child run as that user, from a directory everyone may stand in. */
export function as(user: RunAs | undefined) {
  return user ? { uid: user.uid, gid: user.gid, cwd: '/' } : { cwd: '/' }
}

/** Whether that user can walk to a directory; asked of the system, which knows about ACLs and mounts. */
export function canEnter(dir: string, user: RunAs | undefined): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], { ...as(user), stdio: 'ignore', timeout: 5_000 })
  return probe.status === 0
}
