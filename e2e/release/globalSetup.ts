import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildRelease, buildTwice } from './buildTwice.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folders with the artifacts of the last commit: from two clones, or one if no file of the run compares them. */
    releases: readonly string[]
  }
}

/**
 * Builds the release that the files of this run share. `RELEASE_DIR` names one that is there already, for work on these tests: then nothing
 * is built, and nothing compared.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.RELEASE_DIR
  const files = project.vitest.state.getPaths().filter((path) => path.endsWith('.release.ts'))
  const has = (name: string) => files.some((path) => path.endsWith(`/${name}.release.ts`))
  const needsNone = files.every((path) => /\/(?:deploySchemas|pointInTime)\.release\.ts$/.test(path))
  const releases = given
    ? [resolve(given)]
    : needsNone
      ? []
      : has('images')
        ? await buildTwice()
        : [await buildRelease('HEAD', ['--arch', 'x64'])]
  project.provide('releases', releases)
  if (given) return
  return async () => {
    for (const path of releases) await rm(resolve(path, '../..'), { recursive: true, force: true })
  }
}
