import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const shells = /^-?(?:.*\/)?(?:sh|dash|bash|ash|busybox|zsh|ksh)$/

/**
 * Calls back when npm, which started this process, is gone. npm puts a shell between itself and us, and passes only two
 * signals on, to that shell alone: so this watches both. Does nothing if npm did not start us.
 */
export function watchStarter(gone) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const above = starters(parent)
  const look = setInterval(() => {
    if (process.ppid === parent && above.every(isThere)) return
    clearInterval(look)
    gone()
  }, 500)
  look.unref()
  return () => clearInterval(look)
}

/** The process ids of our ancestors: shells, up to the first other process. */
function starters(first) {
  const list = []
  for (let pid = first; pid > 1 && list.length < 8; ) {
    list.push(pid)
    const { parent, name } = describe(pid)
    if (!shells.test(name)) break
    pid = parent
  }
  return list
}

function describe(pid) {
  try {
    if (process.platform === 'linux') return readStat(pid)
    const output = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 5_000,
    }).trim()
    return { parent: Number.parseInt(output, 10), name: output.replace(/^\d+\s+/, '') }
  } catch {
    return { parent: 0, name: '' } // gone already, which the first check detects
  }
}

function isThere(pid) {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    return !/[ZX]/.test(readStat(pid).state)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold anything.
  const end = text.lastIndexOf(')')
  const [state, parent] = text.slice(end + 2).split(' ')
  return { state, parent: Number(parent), name: text.slice(text.indexOf('(') + 1, end) }
}
