import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Runs a program in a group of its own, and ends the whole group when our end of its input closes: when we stop it, and
 * when we die.
 */
const leash = `
("$@" </dev/null; kill -s KILL -- -$$) &
read -r _
trap '' TERM
kill -s TERM -- -$$
sleep 2
kill -s KILL -- -$$
`

/** The groups of its ready line, and a way to stop it. */
export type Leashed = { readyGroups: readonly string[]; stop: () => Promise<void> }

type Options = {
  env?: Record<string, string>
  /** Its ready line; without it, it is ready at once. */
  ready?: RegExp
}

const readyMs = 60_000

/** Starts a third-party program with all its children, and waits for its ready line. */
export function spawnLeashed(program: string, args: readonly string[], { env = {}, ready }: Options): Promise<Leashed> {
  const child: ChildProcess = spawn('/bin/sh', ['-c', leash, 'leash', program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.stdin?.end()
    await gone
  }
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => {
      void stop()
      reject(new Error(`${program} was not ready in ${readyMs} ms:\n${output}`))
    }, readyMs)
    const hear = (text: Buffer) => {
      output = (output + text.toString()).slice(-100_000)
      const match = ready?.exec(output)
      if (match) isReady(match)
    }
    const isReady = (readyGroups: readonly string[]) => {
      clearTimeout(timer)
      resolve({ readyGroups, stop })
    }
    if (!ready) isReady([])
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    void gone.then(() => {
      clearTimeout(timer)
      reject(new Error(`${program} ended by itself:\n${output}`))
    })
  })
}
