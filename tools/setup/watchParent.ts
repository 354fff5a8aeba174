import { Socket } from 'node:net'

/** Calls back when the process that started this one is gone: an older Node that handed over to us, or npm. */
export function watchParent(gone: () => void): void {
  const descriptor = Number(process.env.BILLFOLD_PARENT_PIPE)
  delete process.env.BILLFOLD_PARENT_PIPE
  if (descriptor > 2) {
    const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
    pipe.on('error', () => {}).on('close', gone) // 'close' follows an error
    pipe.resume()
    pipe.unref()
  } else if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    const look = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(look)
      gone()
    }, 1_000)
    look.unref()
  }
}
