import { join, resolve } from 'node:path'
import { watchParent } from '../setup/watchParent.ts'
import { readPortBase } from './ports.ts'
import { createScreen } from './screen.ts'
import { StartError } from './startError.ts'
import { type Stack, startStack } from './supervisor.ts'

const root = resolve(import.meta.dirname, '../..')
const verbose = process.argv.includes('--verbose')
const screen = createScreen(process.stdout, process.env)
const interrupt = new AbortController()
let stack: Stack | undefined
let leaving: Promise<void> | undefined

/** Ends everything once, however often it is asked. */
function leave(note: string): Promise<void> {
  leaving ??= (async () => {
    screen.say(`\n  ${note}`)
    interrupt.abort()
    await stack?.stop()
  })()
  return leaving
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stack) void leave('Stopping …').then(() => process.exit(0))
    else void leave('Stopping …') // the start below sees the interruption and ends
  })

watchParent(() => void leave('The process that started this one is gone: stopping …').then(() => process.exit(0)))

const patience = setInterval(screen.waiting, 10_000)
try {
  stack = await startStack({
    root,
    portBase: readPortBase(process.env.BILLFOLD_PORT),
    stateDir: join(root, '.billfold'),
    market: true,
    signal: interrupt.signal,
    onPlan: screen.plan,
    onHappening: (happening) => {
      // A first stumble while starting is tried again in silence: what comes of it is said in a moment.
      if (!leaving && (happening.type === 'ready' || happening.wasReady || happening.againInMs > 200))
        screen.happened(happening)
    },
    onLine: verbose ? screen.line : screen.heard,
  })
  screen.addresses(stack.urls, performance.now())
} catch (error) {
  if (leaving) process.exit(0)
  if (!(error instanceof StartError)) throw error
  screen.failed(error.message)
  process.exit(1)
} finally {
  clearInterval(patience)
}
