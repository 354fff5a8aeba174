import { mkdir, rm } from 'node:fs/promises'
import { bundleKit } from './bundleKit.ts'
import { addScript } from './bundleScript.ts'
import { declarePackage } from './declarePackage.ts'
import { finishPackage } from './finishPackage.ts'
import { kitEntries } from './kitEntries.ts'
import { kitManifest } from './packageManifest.ts'

/** The packages that make up the kit's. */
const made = ['react', 'core', 'protocol']

/** Makes the package that a site installs: `@billfold/react` in plain JavaScript, with types, and one script for pages without a bundler. */
export async function packKit(
  root: string,
  outDir: string,
  { types = true, script = types }: { types?: boolean; script?: boolean } = {},
): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const entries = Object.fromEntries(Object.entries(kitEntries).map(([name, file]) => [name, `react/src/${file}`]))
  await Promise.all([
    bundleKit(root, outDir),
    script && addScript(root, outDir),
    types && declarePackage(root, outDir, { packages: ['core', 'protocol'], entries, beside: ['react/src/css.d'] }),
  ])
  await finishPackage(root, outDir, { manifest: await kitManifest(root, kitEntries), made, readme: 'packages/react' })
}
