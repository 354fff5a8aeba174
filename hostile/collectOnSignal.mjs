// Loaded before the code of every Node process of a hostile stack: SIGUSR2 collects its garbage, so that what is measured after it is in use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    // What the first pass only queued (weak references, buffers) goes with the second.
    setImmediate(collect)
  })
}
