// Loaded before the code of every Node process of a hostile stack: SIGUSR2 collects its garbage, so that a measurement
// after it counts only used memory.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc')
  // As before an out-of-memory error: otherwise V8 keeps emptied pages for a while, and for good under repeated
  // requests. A relay after a flood had 395 MB resident that way, and 214 this way.
  const collect = () => gc({ type: 'major', flavor: 'last-resort' })
  process.on('SIGUSR2', () => {
    collect()
    // The second pass frees the queue of the first (weak references, buffers).
    setImmediate(collect)
  })
}
