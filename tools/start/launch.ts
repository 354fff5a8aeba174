import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { endGroup, signalGroup } from './processGroup.ts'
import type { Exit } from './reasonOf.ts'
import type { Service } from './services.ts'

const remembered = 40
const leash = pathToFileURL(join(import.meta.dirname, 'leash.mjs')).href

/** One run of a service, from its start to its end. */
export type Run = {
  pid: number
  /** Resolves when the process and all of its children are gone. */
  ended: Promise<Exit>
  /** Resolves when the text is printed; never if it is not. */
  printed: (text: string) => Promise<void>
  /** Its last lines on stderr, for the reason. */
  complaints: () => string[]
  /** Sends it a signal to end; after the grace period kills it and its children. */
  stop: (graceMs: number) => Promise<void>
}

/** Starts a service in a process group of its own, tied to this process by a pipe that the kernel closes if we die. */
export function launch(
  service: Service,
  { cwd, env, onLine }: { cwd: string; env: NodeJS.ProcessEnv; onLine: (line: string) => void },
): Run {
  const args = ['--disable-warning=ExperimentalWarning', '--import', leash, service.entry]
  const child = spawn(process.execPath, args, {
    cwd,
    // The stack is local to this machine, whatever the shell or a build tool in this process sets.
    env: { ...env, NODE_ENV: 'development', ...service.env, BILLFOLD_LEASH: '3' },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  const complaints: string[] = []
  const read = (stream: Readable, note?: (line: string) => void) =>
    createInterface({ input: stream }).on('line', (line) => {
      onLine(line)
      note?.(line)
      for (const listener of listeners) listener(line)
    })
  read(child.stdout as Readable, (line) => keep(lines, line))
  read(child.stderr as Readable, (line) => keep(complaints, line))
  child.stdio[3]?.on('error', () => {}) // the other end closes with the child, which 'exit' reports

  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => {
      complaints.push(error.message)
      resolve({ code: 1, signal: null })
    })
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  const ended = exited.then(async (exit) => {
    // Its last output may still be in the pipe, but a grandchild that inherits the pipe must not delay us.
    await Promise.race([closed, sleep(200)])
    if (pid > 0) await endGroup(pid, 5_000)
    return exit
  })
  return {
    pid,
    ended,
    complaints: () => (complaints.length > 0 ? complaints : lines),
    printed: (text) =>
      new Promise((resolve) => {
        const checkLine = (line: string) => line.includes(text) && resolve()
        for (const line of lines) checkLine(line)
        listeners.add(checkLine)
      }),
    async stop(graceMs) {
      if (pid === 0) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs)
      await ended
      clearTimeout(timer)
    },
  }
}

function keep(lines: string[], line: string) {
  lines.push(line)
  if (lines.length > remembered) lines.shift()
}
