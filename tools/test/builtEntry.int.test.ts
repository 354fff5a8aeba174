import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { builtEntry, fromBundles } from './builtEntry.ts'

const root = resolve(import.meta.dirname, '../..')
const relay = 'apps/server/src/relay/main.ts'

it('bundles a program once, into a file that starts as its source does', async () => {
  const path = await builtEntry(relay)
  expect(await builtEntry(relay)).toBe(path)
  expect(relative(root, path)).toMatch(/^\.billfold\/built\/\w+\/relay\.js$/)
  const [fromSource, fromBundle] = [join(root, relay), path].map((entry) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [entry], { env: { DATABASE_URL: 'nowhere' } })
    return { status, stdout: `${stdout}`, stderr: `${stderr}` }
  })
  expect(fromSource!.stderr).toContain('DATABASE_URL must be a URL')
  expect(fromBundle).toEqual(fromSource)
})

it('finds the files beside a module where its source is', async () => {
  const code = readFileSync(await builtEntry(relay), 'utf8')
  expect(code).toContain(JSON.stringify(pathToFileURL(join(root, 'apps/server/src/db/migrate.ts')).href))
  expect(code).not.toMatch(/new URL\([^)]+import\.meta|import\.meta\.(?:dirname|filename)/)
})

it('replaces the entries of services with much to load, and no others', async () => {
  const services = await fromBundles([
    { name: 'relay', entry: join(root, relay) },
    { name: 'mail', entry: join(root, 'apps/devnet/src/mail/main.ts') },
  ])
  expect(services).toEqual([
    { name: 'relay', entry: await builtEntry(relay) },
    { name: 'mail', entry: join(root, 'apps/devnet/src/mail/main.ts') },
  ])
})

it('refuses a program that is in no app', async () => {
  await expect(builtEntry('tools/start/main.ts')).rejects.toThrow('tools/start/main.ts is in no app.')
})
