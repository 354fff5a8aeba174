import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { watchStarter } from './watchStarter.mjs'

/** Hands over to another Node: it gets our terminal and our signals, and the closed pipe tells it if we are killed. */
export function runUnder(node, path) {
  const env = { ...process.env, BILLFOLD_PARENT_PIPE: '3' }
  const child = spawn(node, [path, ...process.argv.slice(2)], { stdio: ['inherit', 'inherit', 'inherit', 'pipe'], env })
  // Ctrl-C reaches the whole foreground group, the child too; it treats a second one as the first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  watchStarter(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Couldn’t start ${node}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
