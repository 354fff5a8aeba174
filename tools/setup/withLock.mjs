import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Takes a lock that belongs to this process and dies with it; undefined while another living process holds it. */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const own = `${path}.${process.pid}`
  writeFileSync(own, identityOf(process.pid))
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(own, path)) return () => rmSync(path, { force: true })
      const holder = read(path)
      if (isAlive(holder)) return undefined
      discard(path, holder)
    }
    return undefined
  } finally {
    rmSync(own, { force: true })
  }
}

/** Runs `work` while holding the lock, after waiting for its owner. Calls `wait` once with that owner. */
export async function withLock(path, wait, work) {
  let release = takeLock(path)
  if (!release) wait(holderOf(path))
  while (!release) {
    await sleep(200)
    release = takeLock(path)
  }
  try {
    return await work()
  } finally {
    release()
  }
}

/** The process that holds a lock, according to the file. */
export function holderOf(path) {
  const pid = Number.parseInt(read(path), 10)
  return pid > 0 ? pid : undefined
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // released in the meantime
  }
}

// A link appears with its content: no reader ever sees an empty lock.
function tryLink(own, path) {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a dead process; if another took it over just now, puts it back. */
function discard(path, holder) {
  const aside = `${path}.${process.pid}.old`
  try {
    renameSync(path, aside)
    if (read(aside) !== holder) tryLink(aside, path)
    rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Whether the very process that wrote this still runs. */
function isAlive(identity) {
  const pid = Number.parseInt(identity, 10)
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return identityOf(pid) === identity
}

/** A process's id and start time: after a restart, above all of a container, another may have the id. */
function identityOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return String(pid) // no /proc here: the id alone has to do
  }
}
