import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Machine } from './createNetwork.ts'

/** Runs a Redis that stores nothing on a machine. */
export async function startRedis(redis: string, machine: Machine) {
  const flags = ['--bind', machine.address, '--protected-mode', 'no', '--save', '', '--appendonly', 'no']
  const [command = '', ...args] = [...machine.enter, redis, ...flags]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  await new Promise<void>((done, fail) => {
    child.once('exit', () => fail(new Error(`Redis did not start:\n${log}`)))
    child.stdout.on('data', (chunk) => {
      log += chunk
      if (/Ready to accept connections/i.test(log)) done()
    })
  })
  return {
    url: `redis://${machine.address}:6379`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
