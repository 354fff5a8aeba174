import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { clustersOf, oldestBinaries, startOwnCluster } from './testDatabase.ts'

/**
 * One PostgreSQL of each version for all integration tests of a run, with a migrated database to copy: start,
 * migrations and end took two seconds of CPU in each of thirty files. A run of a single file starts its own.
 */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const files = vitest.state.getPaths()
  if (process.env.TEST_DATABASE_URL || files.length < 2) return undefined
  const bundled = await startOwnCluster()
  const isAsked = () => files.some((file) => readFileSync(file, 'utf8').includes('testServers'))
  const oldest = oldestBinaries && isAsked() ? await startOwnCluster(oldestBinaries) : undefined
  const end = async () => {
    delete process.env[clustersOf]
    await Promise.all([bundled.stop(), oldest?.stop()])
  }
  try {
    const shared = { bundled: await bundled.share(), ...(oldest && { [oldestBinaries!]: await oldest.share() }) }
    process.env[clustersOf] = JSON.stringify(shared)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
