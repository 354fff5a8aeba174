import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { servePage } from '../dropin/servePage.ts'

const examples = path.join(import.meta.dirname, '../../packages/appkit-compat/examples')

/** The pages that were made with AppKit, each by its library. */
export const pages = ['wagmi.tsx', 'ethers.ts', 'solanaVue.ts'] as const

type PageSettings = { servers: object; site: object }

/**
 * Builds the moved pages as a site's own bundler does, and serves them; settings that differ by site come with the
 * page.
 */
export async function serveMoved(settings: PageSettings) {
  const root = path.join(import.meta.dirname, `../../node_modules/.cache/billfold-moved-${process.pid}`)
  await mkdir(root, { recursive: true })
  const nameOf = (page: string) => page.replace(/\..*/, '')
  for (const page of pages) await writeFile(path.join(root, `${nameOf(page)}.html`), html(page, settings))
  const outDir = path.join(root, 'out')
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    // The settings of Vue's own plugin for Vite.
    define: { __VUE_OPTIONS_API__: true, __VUE_PROD_DEVTOOLS__: false, __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false },
    build: {
      outDir,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      target: 'es2022',
      rolldownOptions: { input: pages.map((page) => path.join(root, `${nameOf(page)}.html`)) },
    },
  })
  const served = await servePage(outDir)
  return {
    urlOf: (page: (typeof pages)[number]) => `${served.url}${nameOf(page)}.html`,
    async close() {
      await served.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

const html = (page: string, { servers, site }: PageSettings): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Moved</title>
    <link rel="icon" href="data:," />
    <script>globalThis.servers = ${JSON.stringify(servers)}; globalThis.site = ${JSON.stringify(site)}</script>
  </head>
  <body>
    <div id="root"></div>
    <script type="module">
      import ${JSON.stringify(path.join(import.meta.dirname, 'servers.ts'))}
      import ${JSON.stringify(path.join(examples, page))}
    </script>
  </body>
</html>
`
