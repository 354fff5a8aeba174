import path from 'node:path'
import { defineConfig } from 'vite'

/** How the frame's page is built: by its server, and by `npm run size`, which weighs it. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  mode: 'production',
  worker: { format: 'es' },
  // A catalog is one object: an export for each message would repeat its key.
  json: { namedExports: false, stringify: false },
  // Workspaces have copies of their own, of one version: the page carries one.
  resolve: { dedupe: ['@noble/ciphers', '@noble/curves', '@noble/hashes'] },
  build: {
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { input: path.join(import.meta.dirname, 'src/page/main.ts') },
  },
})
