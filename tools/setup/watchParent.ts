import { Socket } from 'node:net'
import { watchStarter } from './watchStarter.mjs'

/** Calls back when the process that started this one is gone: an older Node that handed over to us, or npm. */
export function watchParent(gone: () => void): void {
  const descriptor = Number(process.env.BILLFOLD_PARENT_PIPE)
  delete process.env.BILLFOLD_PARENT_PIPE
  if (descriptor > 2) {
    const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
    pipe.on('error', () => {}).on('close', gone) // 'close' follows an error
    pipe.resume()
    pipe.unref()
  } else watchStarter(gone)
}
