import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { installKit } from '../../tools/pack/installKit.ts'
import { ours } from './apps.ts'

/**
 * A production build of one page, by the same tool with the same settings for all; ours with the kit as a site installs
 * it.
 */
export async function buildApp(apps: string, id: string, into: string, entry = 'main.jsx'): Promise<string> {
  const root = id === ours ? join(into, `${id}-site`) : join(apps, id)
  const outDir = join(into, id)
  const page = join(root, 'index.html')
  await mkdir(into, { recursive: true })
  if (id === ours) {
    await cp(join(apps, id), root, { recursive: true })
    await installKit(join(apps, '../../..'), root, { types: false })
  }
  await writeFile(page, (await readFile(join(apps, 'index.html'), 'utf8')).replace('main.jsx', entry))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [react()],
      build: { outDir, emptyOutDir: true, reportCompressedSize: false },
    })
  } finally {
    await rm(page)
  }
  return outDir
}
