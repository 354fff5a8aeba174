// Loaded before the code of every Node process of a hostile stack: SIGUSR2 collects its garbage, so that what is measured after it is in use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc')
  // As before giving up for lack of memory: otherwise V8 keeps emptied pages for a while, and for good if it is asked again meanwhile. A relay
  // after a flood had 395 MB resident so, and has 214.
  const collect = () => gc({ type: 'major', flavor: 'last-resort' })
  process.on('SIGUSR2', () => {
    collect()
    // What the first pass only queued (weak references, buffers) goes with the second.
    setImmediate(collect)
  })
}
