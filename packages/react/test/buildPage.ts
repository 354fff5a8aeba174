import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const harness = fileURLToPath(new URL('./page', import.meta.url))

/** Bundles pages as a site would, those of the harness unless told, and says where they are. */
export async function buildPage(
  root = harness,
  pages: readonly string[] = ['index.html', 'plain.html', 'rendered.html'],
): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'billfold-page-'))
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
      rollupOptions: { input: pages.map((page) => join(root, page)) },
    },
  })
  return outDir
}
