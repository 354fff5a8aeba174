import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { frameManifest } from './frameManifest.ts'
import { verifyFrame } from './verifyFrame.ts'

/** Beside the bundle, in a release. */
const published = fileURLToPath(new URL('./files.json', import.meta.url))
const usage =
  'verify <https://wallet.example.com> [--manifest billfold-frame-<version>.files.json] [--project <id>] [--may-call <origin>,<origin>]'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { manifest: { type: 'string' }, project: { type: 'string' }, 'may-call': { type: 'string' } },
  })
  const [url, ...more] = positionals
  if (!url || more.length > 0) throw new Error(`Usage: ${usage}`)
  const manifest = await readManifest(values.manifest ?? published)
  const { problems, responses, calls, settings } = await verifyFrame(url, manifest, {
    project: values.project,
    mayCall: values['may-call']?.split(',').map((each) => each.trim()),
  })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else {
    console.log(
      `${url} sends version ${manifest.version}: ${manifest.files.length} files and its documents are as published (${responses} responses). The page may call ${calls.join(' and ')}.`,
    )
    if (settings)
      console.log(
        `Project ${settings.projectId}: ${settings.origins.join(' and ') || 'no page'} may embed it, its policy is ${settings.policy}, and its sign-ins ${settings.signsInSilently ? 'need no screen' : 'need a screen'}.`,
      )
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

async function readManifest(path: string) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`Cannot read ${path}: name the published manifest. Usage: ${usage}`)
  })
  const result = z.safeParse(frameManifest, readJson(text))
  if (!result.success) throw new Error(`${path} is not a manifest of the frame.`)
  return result.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
