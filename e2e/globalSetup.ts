import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePortBases } from '../tools/start/freePort.ts'
import { portsFrom } from '../tools/start/ports.ts'
import { listServices } from '../tools/start/services.ts'
import { type Stack, startStack } from '../tools/start/supervisor.ts'
import { fromBundles } from '../tools/test/builtEntry.ts'
import type { StackAddresses } from './stack.ts'

/**
 * A stack for each worker, as `npm start` starts it, on ports and in a folder of its own. They share only Polkadot's
 * chain: its start takes eight seconds of CPU. Journeys that send there use different accounts.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'billfold-e2e-'))
  const stacks: Stack[] = []
  const stop = async () => {
    await Promise.all(stacks.map((stack) => stack.stop()))
    await rm(stateDir, { recursive: true, force: true })
  }
  const start = async (portBase: number, index: number, [first]: readonly number[]): Promise<StackAddresses> => {
    const own = { portBase, stateDir: path.join(stateDir, String(index + 1)) }
    const ports = { ...portsFrom(portBase), polkadot: portsFrom(first!).polkadot }
    // A still market: a third party's trade between a quote and its swap is a journey of its own, which makes that
    // trade itself. All runs on one machine: wait for a source that it delays. Do not wait half a minute between two
    // mails, and all journeys come from one network.
    const env = { ...process.env, QUOTE_TIMEOUT_MS: '10000', MAIL_PAUSE_SECONDS: '0', LOGIN_STARTS_PER_HOUR: '1000' }
    const all = listServices({ root: path.resolve(import.meta.dirname, '..'), ports, env, market: false, ...own })
    const services = (await fromBundles(all))
      .filter(({ name }) => index === 0 || name !== 'polkadot')
      // A first build of the wallet's page takes a while; wait here, so that no journey fails on it.
      .map(({ isLater, ...service }) => ({ ...service, ...(isLater && service.name !== 'frame' ? { isLater } : {}) }))
    const stack = await startStack({ ...own, env, services })
    stacks.push(stack)
    const { site, devnet, api, relay } = stack.urls
    if (!site || !devnet || !api || !relay) throw new Error('The stack must start all of its services')
    const mail = `http://127.0.0.1:${ports.mail}/messages`
    return { site, devnet, api, relay: relay.replace(/^http/, 'ws'), mail, ports: Object.values(ports).flat() }
  }
  try {
    const bases = await freePortBases(countWorkers(project))
    project.provide('stacks', await Promise.all(bases.map(start)))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** No more stacks than journeys: a run of one file waits for one stack. */
function countWorkers({ config, vitest }: TestProject): number {
  const journeys = vitest.state.getPaths().filter((file) => file.endsWith('.e2e.ts'))
  return Math.min(config.maxWorkers, Math.max(1, journeys.length))
}
