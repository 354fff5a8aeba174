import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'

const root = path.resolve(import.meta.dirname, '../../..')
const isCustomElement = (tag: string) => tag.startsWith('appkit-')

/** A project of one Vue page: its files by name. */
type Project = Readonly<Record<string, string>>

/**
 * A component as TypeScript, as Vue's own compiler writes it: the script as it stands, and the template's expressions in a function
 * beside it, so that both are checked. The attributes of elements are not part of it: `docSamples.test.ts` holds those of ours.
 */
function typescriptOf(code: string, filename: string): string {
  const { descriptor, errors } = parse(code, { filename, templateParseOptions: { isCustomElement } })
  expect(errors, filename).toEqual([])
  if (!descriptor.scriptSetup) return 'export default {}\n'
  expect(descriptor.scriptSetup.lang, filename).toBe('ts')
  return compileScript(descriptor, { id: 'sample', inlineTemplate: true }).content
}

/** The Vue page that the docs add up to: the files that carry a name, with the guide's import of them. */
async function pageOfDocs(): Promise<Project> {
  const pages = ['docs/quick-start.md', 'docs/guides/vue.md']
  const texts = await Promise.all(pages.map((page) => readFile(path.join(root, page), 'utf8')))
  const blocks = texts.flatMap((text) => [...text.matchAll(/^```(?:vue|ts) (src\/\S+)\n([\s\S]*?)\n```$/gm)])
  return Object.fromEntries(blocks.map(([, name = '', code = '']) => [name, code]))
}

/** The compiler's errors about some pages, each in a folder of its own. */
async function typeErrors(projects: Readonly<Record<string, Project>>): Promise<string[]> {
  await mkdir(path.join(root, '.billfold'), { recursive: true })
  // Inside the repository, so that the samples find the packages that they import.
  const folder = await mkdtemp(path.join(root, '.billfold/vue-types-'))
  try {
    for (const [name, project] of Object.entries(projects)) {
      await mkdir(path.join(folder, name, 'src'), { recursive: true })
      for (const [file, code] of Object.entries(project)) {
        const [to, text] = file.endsWith('.vue') ? [`${file}.ts`, typescriptOf(code, file)] : [file, code]
        await writeFile(path.join(folder, name, to), text)
      }
    }
    // The kit is compiled with them, from its sources: with Vite’s types for the files that it imports.
    const compilerOptions = { types: ['vite/client', 'node'] }
    const config = { extends: '../../tsconfig.base.json', compilerOptions, include: ['.'] }
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
    const words = [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false']
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, words, { cwd: folder }, (_, stdout) => resolve(stdout)),
    )
    return output.split('\n').filter((line) => line.includes('error TS'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The docs' page with one piece of a file replaced. */
function wrong(docs: Project, file: string, from: string, to: string): Project {
  expect(docs[file]).toContain(from)
  return { ...docs, [file]: docs[file]!.replace(from, to) }
}

// One run of the compiler for all: most of its time goes into the kit's own types.
test('compiles Vue samples, and catches wrong names in script and template', async () => {
  const docs = await pageOfDocs()
  expect(Object.keys(docs).toSorted()).toEqual(['src/App.vue', 'src/Header.vue', 'src/wallets.ts'])
  const errors = await typeErrors({
    docs,
    option: wrong(docs, 'src/wallets.ts', 'apiUrl:', 'apiURL:'),
    method: wrong(docs, 'src/Header.vue', 'appKit.getAccount()', 'appKit.getAcount()'),
    value: wrong(docs, 'src/Header.vue', 'account.value = now', 'account.value = now.address'),
    expression: wrong(docs, 'src/Header.vue', '{{ account.address }}', '{{ account.adress }}'),
  })
  expect(errors.map((line) => line.replace(/\(.*?\): error \w+:/, '')).toSorted()).toEqual([
    expect.stringMatching(/^expression\/src\/Header\.vue\.ts .*'adress'/),
    expect.stringMatching(/^method\/src\/Header\.vue\.ts .*'getAcount'/),
    expect.stringMatching(/^option\/src\/wallets\.ts .*'apiURL'/),
    expect.stringMatching(/^value\/src\/Header\.vue\.ts .*not assignable/),
  ])
})
