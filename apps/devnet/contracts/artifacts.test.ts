import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSources, sourceHash } from './sources.ts'

const readArtifact = (name: string) =>
  JSON.parse(readFileSync(new URL(`./artifacts/own/${name}.json`, import.meta.url), 'utf8')) as Record<string, unknown>

describe('artifacts of our own contracts', () => {
  test.each(Object.entries(readSources()))('%s is compiled from its current source', (file, source) => {
    const artifact = readArtifact(file.replace('.sol', ''))
    expect(artifact.sourceHash, 'run `node apps/devnet/contracts/compile.ts`').toBe(sourceHash(source))
    expect(Object.keys(artifact)).toEqual(['sourceHash', 'abi', 'bytecode'])
  })
})

describe('third-party artifacts', () => {
  const notice = readFileSync(new URL('./NOTICE.md', import.meta.url), 'utf8')

  test.each(readdirSync(new URL('./artifacts/vendor/', import.meta.url)))('%s names its license', (file) => {
    expect(notice).toMatch(new RegExp(`^\\|[^|]*\\b${file.replace('.json', '')}\\b`, 'm'))
  })
})
