import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePortBase } from '../tools/start/freePort.ts'
import { portsFrom } from '../tools/start/ports.ts'
import { startStack } from '../tools/start/supervisor.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string
    devnetUrl: string
    apiUrl: string
    /** Every port of the run's stack. */
    ports: readonly number[]
  }
}

/** One stack for the whole run, as `npm start` brings it up, on ports and in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'billfold-e2e-'))
  const portBase = await freePortBase()
  const stack = await startStack({ portBase, stateDir, market: true })
  const { site, devnet, api } = stack.urls
  if (!site || !devnet || !api) throw new Error('The stack came up without its site, its API or its local network')
  project.provide('siteUrl', site)
  project.provide('devnetUrl', devnet)
  project.provide('apiUrl', api)
  project.provide('ports', Object.values(portsFrom(portBase)).flat())
  return async () => {
    await stack.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}
