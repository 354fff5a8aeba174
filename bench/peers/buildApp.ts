import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** A production build of one page, by the same tool with the same settings for all. */
export async function buildApp(apps: string, id: string, into: string): Promise<string> {
  const root = join(apps, id)
  const outDir = join(into, id)
  const page = join(root, 'index.html')
  await mkdir(into, { recursive: true })
  await copyFile(join(apps, 'index.html'), page)
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
