import { join, resolve } from 'node:path'
import { watchParent } from '../setup/watchParent.ts'
import { readPortBase } from './ports.ts'
import { createScreen } from './screen.ts'
import { StartError } from './startError.ts'
import { type Stack, startStack } from './supervisor.ts'

const root = resolve(import.meta.dirname, '../..')
const stateDir = join(root, '.billfold')
const verbose = process.argv.includes('--verbose')
const screen = createScreen(process.stdout, process.env)
const interrupt = new AbortController()
let stack: Stack | undefined
let isLeaving = false

/** Ends everything once, on repeated signals too. */
function leave(note: string): void {
  if (isLeaving) return
  isLeaving = true
  screen.say(`\n  ${note}`)
  interrupt.abort()
  // A start under way sees the interruption and ends below.
  void stack?.stop().then(() => process.exit(0))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leave('Stopping…'))
// The reader of our output is gone, and usually its parent, which started us.
process.stdout.on('error', () => leave('Stopping…'))
watchParent(() => leave('Parent process exited. Stopping…'))

const patience = setInterval(screen.waiting, 10_000)
try {
  stack = await startStack({
    root,
    portBase: readPortBase(process.env.BILLFOLD_PORT),
    stateDir,
    market: true,
    signal: interrupt.signal,
    onPlan: screen.plan,
    onLate: screen.failed,
    onHappening: (happening) => {
      // The first failure during the start is retried silently: the outcome follows in a moment.
      if (!isLeaving && (happening.type === 'ready' || happening.wasReady || happening.againInMs > 200))
        screen.happened(happening)
    },
    onLine: verbose ? screen.line : screen.showProgress,
  })
  screen.addresses(stack.urls, performance.now())
} catch (error) {
  if (isLeaving) process.exit(0)
  if (!(error instanceof StartError)) throw error
  screen.failed(error.message)
  screen.say(`    Logs are in ${join(stateDir, 'logs')}. To start from nothing, delete ${stateDir}.`)
  process.exit(1)
} finally {
  clearInterval(patience)
}
