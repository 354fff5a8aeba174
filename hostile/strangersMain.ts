import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { strangers, type Target } from './oneNetwork.ts'

// Strangers compute on machines of their own: here they get only what the servers and the visitor leave of this one.
setPriority(10)
try {
  // Linux shares the processor among sessions first, and a priority counts within its own session alone.
  writeFileSync('/proc/self/autogroup', '10')
} catch {
  // This system shares it among processes.
}
process.on('message', async ({ names, target, ms }: { names: string[]; target: Target; ms: number }) => {
  const over = AbortSignal.timeout(ms)
  await Promise.all(names.map((name) => strangers[name]!(target, over)))
  process.exit()
})
process.on('disconnect', () => process.exit())
