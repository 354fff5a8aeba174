import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { frameManifest } from '@billfold/protocol/frame/frameManifest'
import * as z from 'zod/mini'
import { StartupError } from '../../process/startupError.ts'
import type { Command } from '../command.ts'
import { verifyFrame } from './verifyFrame.ts'

const usage =
  'billfold verify https://wallet.example.com --manifest billfold-frame-<version>.files.json [--project <id>] [--may-call <origin>,<origin>]'

/** `billfold verify`: compares what a frame's server sends with what its release published; exit code 1 at any difference. */
export const verifyCommand: Command = async ({ args, print }) => {
  const { url, manifest, project, mayCall } = readArguments(args)
  const { problems, responses, calls, settings } = await verifyFrame(url, manifest, { project, mayCall }).catch((e) => {
    throw new StartupError((e as Error).message)
  })
  for (const problem of problems) print(problem)
  if (problems.length > 0) return 1
  print(
    `${url} sends version ${manifest.version}: ${manifest.files.length} files and its documents are as published (${responses} responses). The page may call ${calls.join(' and ')}.`,
  )
  if (settings)
    print(
      `Project ${settings.projectId}: ${settings.origins.join(' and ') || 'no page'} may embed it, its policy is ${settings.policy}, and its sign-ins ${settings.signsInSilently ? 'need no screen' : 'need a screen'}.`,
    )
  return 0
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { manifest: { type: 'string' }, project: { type: 'string' }, 'may-call': { type: 'string' } },
    })
    const [url, ...more] = positionals
    if (!url || !values.manifest || more.length > 0) throw new StartupError(`Usage: ${usage}`)
    const mayCall = values['may-call']?.split(',').map((each) => each.trim())
    return { url, manifest: readManifest(values.manifest), project: values.project, mayCall }
  } catch (e) {
    throw e instanceof StartupError ? e : new StartupError(`${(e as Error).message} Usage: ${usage}`)
  }
}

function readManifest(path: string) {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new StartupError(`--manifest: cannot read ${path}.`)
  }
  try {
    return z.parse(frameManifest, JSON.parse(text))
  } catch {
    throw new StartupError(`--manifest: ${path} is not the manifest of a frame.`)
  }
}
