import { fileURLToPath } from 'node:url'
import { build } from 'vite'

let built: Promise<string> | undefined

/** The in-page wallet as one script that sets `__billfoldInpage`; built once a process, from source, without network. */
export function buildInpage(): Promise<string> {
  built ??= bundle()
  return built
}

async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL('../src/inpage.ts', import.meta.url)),
        formats: ['iife'],
        name: '__billfoldInpage',
      },
    },
  })
  const [bundled] = Array.isArray(output) ? output : [output]
  if (!bundled || !('output' in bundled)) throw new Error('Vite produced no bundle for the in-page wallet')
  return bundled.output[0].code
}
