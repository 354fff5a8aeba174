// Loaded before a service's own code (node --import): ends the service's process group when the supervisor is gone,
// even if it was killed. The supervisor holds the other end of the pipe; the kernel closes it. A thread of its own
// watches it: the service's may be busy, or blocked forever, just then.
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

if (isMainThread) {
  const descriptor = Number(process.env.BILLFOLD_LEASH)
  const graceMs = Number(process.env.BILLFOLD_LEASH_GRACE_MS ?? 5_000)
  // A process that the service starts has no such pipe: it must not look for one.
  delete process.env.BILLFOLD_LEASH
  if (descriptor > 2) {
    const watcher = new Worker(new URL(import.meta.url), { workerData: { descriptor, graceMs }, execArgv: [] })
    watcher.unref()
  }
} else if (workerData?.descriptor) watch(workerData)

function watch({ descriptor, graceMs }) {
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('error', () => {}) // 'close' follows
  pipe.on('close', () => {
    endLater(graceMs)
    end()
  })
  pipe.resume()
}

/** The whole group if the service leads one, otherwise the service alone. */
function end() {
  try {
    process.kill(-process.pid, 'SIGTERM')
  } catch {
    process.kill(process.pid, 'SIGTERM')
  }
}

/**
 * Kills the remaining processes after the grace period, from outside: the service may exit at once, and leave a child
 * that ignores the signal.
 */
function endLater(graceMs) {
  const script = `
    n=0
    while [ $n -lt ${Math.ceil(graceMs / 100)} ]; do
      kill -0 -${process.pid} 2>/dev/null || kill -0 ${process.pid} 2>/dev/null || exit 0
      sleep 0.1
      n=$((n + 1))
    done
    kill -9 -${process.pid} 2>/dev/null || kill -9 ${process.pid} 2>/dev/null`
  const reaper = spawn('/bin/sh', ['-c', script], { detached: true, stdio: 'ignore' })
  reaper.on('error', () => setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs)) // no shell here: ourselves, then
  reaper.unref()
}
