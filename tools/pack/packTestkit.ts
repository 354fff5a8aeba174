import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { isOthers } from './bundleKit.ts'
import { declarePackage } from './declarePackage.ts'
import { finishPackage } from './finishPackage.ts'
import { testkitEntries } from './kitEntries.ts'
import { packageManifest } from './packageManifest.ts'

const made = ['testkit', 'protocol']

/** Makes the package that other people's tests install: `@billfold/testkit` in plain JavaScript for Node 20 and newer, with types. */
export async function packTestkit(root: string, outDir: string, { types = true } = {}): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const entries = Object.fromEntries(Object.entries(testkitEntries).map(([name, file]) => [name, `testkit/${file}`]))
  await Promise.all([
    bundleTestkit(root, outDir),
    types && declarePackage(root, outDir, { packages: ['protocol'], entries }),
  ])
  const manifest = await packageManifest(root, made, testkitEntries)
  await finishPackage(root, outDir, { manifest, made, readme: 'packages/testkit' })
}

async function bundleTestkit(root: string, outDir: string): Promise<void> {
  const source = (file: string) => join(root, 'packages/testkit', `${file}.ts`)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [withInpage(await inpageScript(root, source('src/inpage')))],
    build: {
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: 'es2022',
      lib: {
        entry: Object.fromEntries(Object.entries(testkitEntries).map(([name, file]) => [name, source(file)])),
        formats: ['es'],
      },
      rolldownOptions: { external: isOthers, output: { chunkFileNames: 'chunks/[name]-[hash].js' } },
    },
  })
}

/** Playwright's wallet for pages, as one script. */
async function inpageScript(root: string, entry: string): Promise<string> {
  const [built] = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: '__billfoldInpage' },
    },
  })) as [Rolldown.RolldownOutput]
  return built.output[0].code
}

/** In the repository the first test that needs the script builds it; the package includes it, and needs no bundler. */
function withInpage(script: string): Plugin {
  const id = '\0inpage'
  return {
    name: 'billfold-inpage',
    enforce: 'pre',
    resolveId: (source) => (source === './buildInpage.ts' ? id : undefined),
    load: (specifier) =>
      specifier === id ? `export const buildInpage = async () => ${JSON.stringify(script)}` : undefined,
  }
}
