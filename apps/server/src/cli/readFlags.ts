import { parseArgs } from 'node:util'
import { StartupError } from '../process/startupError.ts'

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** Parses a command's arguments; a wrong one is one sentence. */
export function readFlags<const O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (e) {
    // The first sentence names the option; the rest explains a trick that no one needs here.
    const [what] = (e as Error).message.split(/\.(?:\s|$)/)
    throw new StartupError(`${what}. Try --help.`)
  }
}
