import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import reactPlugin from '@vitejs/plugin-react'
import { build } from 'vite'

const harness = fileURLToPath(new URL('./page', import.meta.url))

/** The React that a site of an earlier day has, in the place of ours. */
const eighteen = ['react', 'react-dom'].map((name) => ({
  find: new RegExp(`^${name}(/.*)?$`),
  replacement: `${name}-18$1`,
}))

/** Bundles pages as a site would, those of the harness unless told, and says where they are. */
export async function buildPage(
  root = harness,
  pages: readonly string[] = ['index.html', 'plain.html', 'rendered.html'],
  react: 18 | 19 = 19,
): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'billfold-page-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [reactPlugin()],
    resolve: { alias: react === 18 ? eighteen : [] },
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
