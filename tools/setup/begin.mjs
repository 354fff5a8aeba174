import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'
import { SetupError } from './setupError.mjs'

const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')

/** Sets up what is missing, then runs a TypeScript entry of tools/ under Node 24: in this process if it is one, else in a child. */
export async function begin(entry) {
  const path = resolve(root, 'tools', entry)
  // Dozens of processes load the same modules: what one has compiled, the next need not.
  process.env.NODE_COMPILE_CACHE ??= resolve(root, '.billfold', 'compiled')
  try {
    const node = await prepare({ root, say: (line) => console.log(line) })
    if (node === process.execPath) await import(pathToFileURL(path).href)
    else runUnder(node, path)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Hands over to a child: it gets our terminal and our signals, and notices by the closed pipe if we are killed. */
function runUnder(node, path) {
  const env = { ...process.env, BILLFOLD_PARENT_PIPE: '3' }
  const child = spawn(node, [path, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'pipe'], env })
  // Ctrl-C reaches the whole foreground group, the child too; it takes a second one as the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
