import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Stack, startStack } from '../tools/start/supervisor.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
    devnetUrl: string
  }
}

/** One stack for the whole run, as `npm start` brings it up, on ports and in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'billfold-e2e-'))
  const stack = await startSomewhere(stateDir)
  const { site, devnet } = stack.urls
  if (!site || !devnet) throw new Error('The stack came up without its site or its local network')
  project.provide('siteUrl', site)
  project.provide('devnetUrl', devnet)
  return async () => {
    await stack.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** The stack wants a row of ports: another row is tried when somebody has one of them. */
async function startSomewhere(stateDir: string, attempts = 5): Promise<Stack> {
  const portBase = 20_000 + Math.floor(Math.random() * 200) * 50
  try {
    return await startStack({ portBase, stateDir, market: true })
  } catch (e) {
    if (attempts > 1 && e instanceof Error && /taken/.test(e.message)) return startSomewhere(stateDir, attempts - 1)
    throw e
  }
}
