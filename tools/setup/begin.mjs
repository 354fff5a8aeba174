import { spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { runUnder } from './runUnder.mjs'
import { SetupError } from './setupError.mjs'
import { watchStarter } from './watchStarter.mjs'

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')

/**
 * Installs what is missing, then runs a TypeScript entry of tools/ under Node 24: in this process if it is one,
 * otherwise in a child.
 */
export async function begin(entry) {
  const path = resolve(root, 'tools', entry)
  // Dozens of processes load the same modules: share their compile cache.
  process.env.NODE_COMPILE_CACHE ??= resolve(root, '.billfold', 'compiled')
  try {
    const node = await interruptibly(() => prepare({ root, say: (line) => console.log(line) }))
    compileCatalogs(node)
    if (node === process.execPath) await import(pathToFileURL(path).href)
    else runUnder(node, path)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Writes the texts that the kit's code imports; a folder of them is not committed. */
function compileCatalogs(node) {
  const { status } = spawnSync(node, [resolve(root, 'tools/catalogs/main.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new SetupError('The catalogs could not be compiled.')
}

/**
 * A signal to us, or to npm above us, must end the children of the set-up too: on `exit`, runNpm ends its npm.
 */
async function interruptibly(work) {
  const leave = (signal) => process.exit(128 + constants.signals[signal])
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, leave)
  const unwatch = watchStarter(() => leave('SIGTERM'))
  try {
    return await work()
  } finally {
    unwatch()
    for (const signal of signals) process.off(signal, leave)
  }
}
