import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installKit } from './installKit.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const page = `
import { AppKitButton, createAppKit, useAppKitAccount } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { createRoot } from 'react-dom/client'

createAppKit({ projectId: 'p', networks: [mainnet], apiUrl: location.origin })
export const Who = () => <p>{useAppKitAccount().address}</p>
createRoot(document.body).render(<AppKitButton size="sm" />)
`
let site = ''
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'billfold-site-'))
  await installKit(root, site)
  await writeFile(join(site, 'main.tsx'), page)
  await writeFile(join(site, 'index.html'), '<!doctype html><script type="module" src="./main.tsx"></script>')
})
afterAll(() => rm(site, { recursive: true, force: true }))

describe('the package that a site installs', () => {
  it('puts all that the button needs into one file, the dialog into another, and the rest into its own', async () => {
    const built = (await build({
      root: site,
      configFile: false,
      logLevel: 'error',
      build: { write: false },
    })) as Rolldown.RolldownOutput
    const chunks = built.output.filter((each) => each.type === 'chunk')
    const [first, ...others] = chunks.filter(({ isEntry }) => isEntry)
    expect(others).toEqual([])
    expect(first?.imports).toEqual([])
    const dialog = chunks.find(({ name }) => name.startsWith('modal'))
    expect(dialog?.imports).toEqual([first?.fileName])
    expect(first?.dynamicImports).toContain(dialog?.fileName)
  })

  it('has types that a strict site compiles with, and that know a wrong option', async () => {
    for (const name of ['@types/react', '@types/react-dom']) {
      await mkdir(join(site, 'node_modules/@types'), { recursive: true })
      await symlink(join(root, 'node_modules', name), join(site, 'node_modules', name))
    }
    const settings = {
      compilerOptions: {
        target: 'ES2024',
        module: 'ESNext',
        moduleResolution: 'bundler',
        lib: ['ES2024', 'DOM', 'DOM.Iterable'],
        jsx: 'react-jsx',
        strict: true,
        noEmit: true,
        types: [],
      },
      files: ['main.tsx'],
    }
    await writeFile(join(site, 'tsconfig.json'), JSON.stringify(settings))
    const compile = () => run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', site])
    await compile()
    await writeFile(join(site, 'main.tsx'), page.replace('"sm"', '"tiny"'))
    await expect(compile()).rejects.toMatchObject({ stdout: expect.stringContaining('"tiny"') })
  })
})
