import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const repository = path.resolve(import.meta.dirname, '..')
const leash = pathToFileURL(path.join(repository, 'tools/start/leash.mjs')).href
const readyMs = 150_000

export type Running = { child: ChildProcess; ready: RegExpExecArray; stop: () => Promise<void> }

/**
 * Starts one of our processes, which ends with us, and waits for its ready line; throws with the reason if it dies
 * first.
 */
export function spawnProcess(entry: string, env: Record<string, string>, ready: RegExp): Promise<Running> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['--import', leash, path.join(repository, entry)], {
    cwd: repository,
    env: { PATH, NODE_COMPILE_CACHE, BILLFOLD_LEASH: '3', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await gone
    clearTimeout(late)
  }
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${entry} was not ready in ${readyMs} ms:\n${output}`))
    }, readyMs)
    const hear = (text: Buffer) => {
      output += text.toString()
      const match = ready.exec(output)
      if (!match) return
      clearTimeout(timer)
      resolve({ child, ready: match, stop })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${entry} ended with ${code}:\n${output}`))
    })
  })
}
