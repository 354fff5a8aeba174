import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { needProgram } from '../../../tools/test/needProgram.ts'
import { lastingPort } from './lastingPort.ts'

/** A real redis-server of a test's own: it can go away and come back at the same address. */
export async function startTestRedis() {
  const [program, port] = await Promise.all([needProgram('redis'), lastingPort()])
  let child: ChildProcess | undefined

  async function start() {
    const arguments_ = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    child = spawn(program, arguments_, { stdio: ['ignore', 'pipe', 'ignore'] })
    const started = child
    await new Promise<void>((done, fail) => {
      started.once('error', (error) => fail(new Error(`${program} cannot be started`, { cause: error })))
      started.once('exit', (code) => fail(new Error(`redis-server ended with ${code}`)))
      started.stdout?.on('data', (text) => String(text).includes('Ready to accept connections') && done())
    })
  }
  async function stop() {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop }
}
