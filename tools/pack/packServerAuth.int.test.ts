import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { packServerAuth } from './packServerAuth.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const server = `
import { AuthError, createAuth } from '@billfold/server-auth'
import { requireUser as forExpress } from '@billfold/server-auth/express'
import { requireUser as forHono } from '@billfold/server-auth/hono'
import { withUser } from '@billfold/server-auth/next'

const auth = createAuth({ issuer: 'https://api.example', audience: 'shop', keys: { keys: [] } })
const guards = [forExpress(auth), forHono(auth), withUser(auth, (_, { user }) => new Response(user.caip10))]
const refused = await auth.require(new Request('https://shop.example/')).catch((e: unknown) => e)
console.log(refused instanceof AuthError && refused.code, guards.length)
`

it('runs under Node alone, with types that a strict server compiles with', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-server-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const installed = join(folder, 'node_modules/@billfold/server-auth')
  await packServerAuth(root, join(folder, 'packed'))
  await mkdir(join(folder, 'node_modules/@billfold'), { recursive: true })
  await rename(join(folder, 'packed'), installed)
  await symlink(join(root, 'node_modules/jose'), join(folder, 'node_modules/jose'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'server.mts'), server)
  expect(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))).toMatchObject({
    name: '@billfold/server-auth',
    exports: { './express': { types: './express.d.ts', default: './express.js' } },
    dependencies: { jose: expect.any(String) },
  })

  const settings = {
    target: 'ES2024',
    module: 'NodeNext',
    strict: true,
    lib: ['ES2024', 'DOM'],
    types: [],
    outDir: folder,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, files: ['server.mts'] }))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder])
  expect((await run(process.execPath, [join(folder, 'server.mjs')])).stdout).toBe('missing 3\n')
})
