import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Bundles the harness pages as a site would, and says where they are. */
export async function buildPage(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'billfold-page-'))
  const root = fileURLToPath(new URL('./page', import.meta.url))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      modulePreload: { polyfill: false },
      target: 'es2022',
      rollupOptions: { input: ['index.html', 'plain.html', 'rendered.html'].map((page) => join(root, page)) },
    },
  })
  return outDir
}
