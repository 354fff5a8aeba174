import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Bundles the harness page as a site would, and says where it is. */
export async function buildPage(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'billfold-page-'))
  await build({
    root: fileURLToPath(new URL('./page', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, minify: false, modulePreload: { polyfill: false }, target: 'es2022' },
  })
  return outDir
}
