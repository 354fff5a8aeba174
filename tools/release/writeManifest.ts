import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The manifest of a built page, by the frame's own code: tools import no app. */
export async function writeManifest(root: string, page: string, version: string): Promise<string> {
  const main = join(root, 'apps/frame/src/manifest/main.ts')
  return (await promisify(execFile)(process.execPath, [main, page, version], { maxBuffer: 1 << 26 })).stdout
}
