import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export type Program = { url: string; pid: number; stop(): Promise<void> }

/** Starts a program under this Node, and resolves with the first match in its lines. */
export async function startProgram(
  args: string[],
  env: Record<string, string>,
  read: (line: string) => string | undefined,
): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill()
    await ended
  }
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = read(line)
    if (!url) continue
    child.stdout!.resume()
    return { url, pid: child.pid!, stop }
  }
  throw new Error(`${args.join(' ')} did not start`)
}

/** A process's usage according to its kernel: even of one without metrics, and with its peak. */
export function usageOf(pid: number) {
  const sizes = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(sizes)?.[1]) * 1_024
  // Nanoseconds of each thread: a turn of a second is too short for the clock ticks of its `stat`.
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return {
    cpuSeconds: nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9,
    bytes: bytesOf('VmRSS'),
    peakMiB: Math.round(bytesOf('VmHWM') / 2 ** 20),
  }
}
