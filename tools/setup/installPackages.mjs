import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runNpm } from './runNpm.mjs'

const interrupted = 'installing\n'

/** Whether node_modules matches package-lock.json, by our marker or by npm's own record. */
export function isInstalled(root, node) {
  const marker = read(markerPath(root))
  const record = read(join(root, 'node_modules', '.package-lock.json'))
  if (record === undefined || marker === interrupted) return false
  if (marker === keyOf(root, node)) return true
  if (!agrees(read(join(root, 'package-lock.json')), record, node)) return false
  writeMarker(root, keyOf(root, node)) // someone ran npm install by hand: nothing is missing
  return true
}

/** Installs exactly the lockfile. The marker is written last, so that an interrupted install is noticed. */
export async function installPackages(root, node, env = process.env) {
  writeMarker(root, interrupted)
  await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { node: node.path, cwd: root, env })
  writeMarker(root, keyOf(root, node))
}

/** The number of packages for this machine in the lockfile, to print before a wait. */
export function countPackages(root) {
  const { packages = {} } = JSON.parse(read(join(root, 'package-lock.json')) ?? '{}')
  return Object.entries(packages).filter(([place, { optional }]) => place.includes('node_modules/') && !optional).length
}

const markerPath = (root) => join(root, '.billfold', 'installed')

/** The identity of an installation: the lockfile's text, and npm's record of node_modules after it. */
function keyOf(root, node) {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) hash.update(read(join(root, path)) ?? '')
  return `${hash.digest('hex')} node${node.major} ${node.platform}-${node.arch}\n`
}

function writeMarker(root, text) {
  mkdirSync(dirname(markerPath(root)), { recursive: true })
  writeFileSync(markerPath(root), text)
}

/** npm's record lists the packages in node_modules; it may lack only parts for other platforms. */
function agrees(lockText, recordText, node) {
  try {
    const { packages: wanted } = JSON.parse(lockText)
    const { packages: there } = JSON.parse(recordText)
    return Object.entries(wanted).every(([place, part]) => {
      const { version, integrity, optional, devOptional, link } = part
      if (!place.includes('node_modules/')) return true
      const installed = there[place]
      if (installed === undefined) return Boolean(optional || devOptional) && !isMadeFor(part, node)
      return (
        Boolean(link) === Boolean(installed.link) && installed.version === version && installed.integrity === integrity
      )
    })
  } catch {
    return false // an unreadable record is as good as none: install
  }
}

/**
 * Whether a part was built for exactly this machine. An npm under an older Node silently leaves out a part that
 * requires a newer one; we run under the newer one.
 */
function isMadeFor({ os, cpu, libc }, { platform, arch }) {
  if (os === undefined && cpu === undefined) return false
  return [
    [os, platform],
    [cpu, arch],
    [libc, 'glibc'],
  ].every(([list, mine]) => list === undefined || list.includes(mine))
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // absent, which every caller handles
  }
}
