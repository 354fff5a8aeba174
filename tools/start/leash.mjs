// Loaded before a service's own code (node --import): ends the service's process group when the supervisor is gone, even if
// that was killed without a chance to say goodbye. The supervisor holds the other end of the pipe; the kernel closes it.
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const descriptor = Number(process.env.BILLFOLD_LEASH)
if (isMainThread && descriptor > 2) {
  // A process that the service starts has no such pipe: it must not look for one.
  delete process.env.BILLFOLD_LEASH
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('error', () => {}) // 'close' follows
  pipe.on('close', letGo)
  pipe.resume()
  pipe.unref()
}

function letGo() {
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 5_000).unref()
  process.kill(-process.pid, 'SIGTERM')
}
