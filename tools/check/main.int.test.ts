import { spawn } from 'node:child_process'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listFiles } from './listFiles.ts'
import { copyRepository, removeTree } from './writeTree.ts'

const root = resolve(import.meta.dirname, '../..')
let copy = ''
beforeEach(async () => {
  const files = await listFiles(root)
  copy = await copyRepository(root, files.filter(isNeeded))
})
afterEach(() => removeTree(copy))

/** Settings, manifests and two modules: the first step of every test run checks the rest. */
const isNeeded = (path: string) =>
  !path.includes('/') || path.endsWith('/package.json') || /^packages\/protocol\/src\/(?:caip|error)\.ts$/.test(path)

/** `npm run check` on a copy of a part of this repository: its exit code and what it printed. */
function check(): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'tools/check/main.ts'), copy])
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('close', (code) => done({ code, output }))
  })
}

test('fails on each violation and names it', async () => {
  const planted = {
    'apps/server/src/planted.ts': `import { b } from '@billfold/core/plantedB'\nexport const planted = b\n`,
    'packages/core/src/plantedA.ts': `import { b } from './plantedB.ts'\nexport const a = () => b\n`,
    'packages/core/src/plantedB.ts': `import { a } from './plantedA.ts'\nexport const b = () => a\n`,
    'packages/core/src/plantedLong.ts': 'export {}\n'.repeat(401),
    'packages/core/src/utils.ts': 'export {}\n',
    'packages/core/src/plantedType.ts': `export const wrong: number = 'text'\n`,
  }
  for (const [path, text] of Object.entries(planted)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text)
  }
  await appendFile(join(copy, 'packages/protocol/src/caip.ts'), 'export   const   untidy=1\n')
  const path = join(copy, 'package-lock.json')
  const lock = JSON.parse(await readFile(path, 'utf8'))
  lock.packages['node_modules/planted'] = { version: '1.2.3', integrity: 'sha512-x', license: 'BUSL-1.1' }
  await writeFile(path, JSON.stringify(lock, undefined, 2))
  const { code, output } = await check()
  expect(code).toBe(1)
  expect(output).toMatch(/apps\/server\/src\/planted\.ts:1 imports @billfold\/core/)
  expect(output).toContain(
    'packages/core/src/plantedA.ts → packages/core/src/plantedB.ts → packages/core/src/plantedA.ts',
  )
  expect(output).toContain('packages/core/src/plantedLong.ts has 401 lines')
  expect(output).toContain('packages/core/src/utils.ts is named "utils"')
  expect(output).toContain('packages/core/src/plantedType.ts:1 TS2322')
  expect(output).toContain('packages/protocol/src/caip.ts:1 is not formatted')
  expect(output).toContain('planted 1.2.3 is under BUSL-1.1, which the OSI has not approved')
  expect(output).toMatch(/\d+ of \d+ rules are broken/)
})
