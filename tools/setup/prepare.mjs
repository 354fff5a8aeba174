import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chooseNode } from './chooseNode.mjs'
import { fetchNode } from './fetchNode.mjs'
import { countPackages, installPackages, isInstalled } from './installPackages.mjs'
import { SetupError } from './setupError.mjs'
import { withLock } from './withLock.mjs'

/**
 * Prepares a checkout so that everything can run, doing only what is missing, and returns the Node to run it under. The
 * second time it reads three small files and makes no request.
 */
export async function prepare({ root, say, host = hostOf(), env = process.env }) {
  const choice = chooseNode({ ...host, root })
  if (choice.kind === 'ask') throw new SetupError(choice.sentence)
  const major = Number.parseInt(choice.version ?? host.version, 10)
  const node = { path: choice.path, major, platform: host.platform, arch: host.arch }
  const isReady = () => existsSync(node.path) && isInstalled(root, node)
  if (isReady()) return node.path

  const wait = (pid) => say(`Waiting for setup in process ${pid} to finish.`)
  await withLock(join(root, '.billfold', 'setup.lock'), wait, async () => {
    if (choice.kind === 'pinned' && !existsSync(node.path))
      await timed(`This is Node ${host.version}; fetching Node ${choice.version} for this checkout`, say, () =>
        fetchNode(choice, { node: host.execPath, root, env }),
      )
    if (!isInstalled(root, node))
      await timed(`Installing ${countPackages(root)} packages (npm ci)`, say, () => installPackages(root, node, env))
  })
  return node.path
}

async function timed(what, say, work) {
  say(`${what} …`)
  const began = Date.now()
  const tick = setInterval(() => say(`  ${seconds(began)} s so far`), 15_000)
  try {
    await work()
  } finally {
    clearInterval(tick)
  }
  say(`  done in ${seconds(began)} s`)
}

const seconds = (began) => ((Date.now() - began) / 1000).toFixed(1)
const hostOf = () => ({
  version: process.versions.node,
  platform: process.platform,
  arch: process.arch,
  execPath: process.execPath,
})
