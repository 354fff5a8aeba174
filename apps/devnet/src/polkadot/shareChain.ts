import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The Polkadot chain of the run; absent if no test of the run needs it. */
    polkadot: { port: number; state: string }
  }
}

/** One Polkadot chain for all integration tests of a run: a start takes eight seconds of CPU. */
export default async function setup({ vitest, provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!vitest.state.getPaths().some((path) => /\/polkadot\/|\/(?:maxOnFirstPress|lyingApi|benches)\./.test(path)))
    return undefined
  const state = mkdtempSync(join(tmpdir(), 'billfold-polkadot-'))
  const child = fork(join(import.meta.dirname, 'sharedChainProcess.ts'), [state])
  const [port] = (await once(child, 'message')) as [number]
  provide('polkadot', { port, state })
  return async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
    rmSync(state, { recursive: true })
  }
}
