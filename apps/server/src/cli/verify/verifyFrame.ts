import { createHash } from 'node:crypto'
import type { FrameSettings } from '@billfold/frame/page/readSettings'
import type { FrameManifest } from '@billfold/protocol/frame/frameManifest'
import { compareHeaders, readConnect } from './compareHeaders.ts'
import { originsCalled, readSettingsText, settingsText } from './readDocument.ts'
import { type Received, requestAs } from './requestAs.ts'
import { fetchHeaders, visitors } from './visitors.ts'

export type VerifyOptions = {
  /** A project whose page is compared, too; without one, the page for an unknown project is. */
  project?: string | undefined
  /** The only origins that the page may call: the API, the guardian, the operator's nodes. */
  mayCall?: readonly string[] | undefined
  /** How long one response may take. */
  deadlineMs?: number
}

export type Verification = {
  /** One sentence for each difference; empty if the server sends what was published. */
  problems: string[]
  /** The number of responses compared. */
  responses: number
  /** The origins that the page may call, by its policy. */
  calls: string[]
  /** The project's settings, which the operator decides and no manifest knows. */
  settings: FrameSettings | undefined
}

type Kind = 'document' | 'file'
type Check = {
  manifest: FrameManifest
  /** The settings that the first visitor got. */
  first: { text?: string; settings?: FrameSettings }
  get(path: string, kind: Kind): Promise<Received>
  report(path: string, what: string): void
}

/**
 * Compares everything that a frame's server sends with what was published for its version: document, headers, scripts, worker and styles,
 * as several browsers request them. It can't see what the server sends to others, nor files that the page doesn't name.
 */
export async function verifyFrame(
  url: string,
  manifest: FrameManifest,
  { project, mayCall, deadlineMs = 15_000 }: VerifyOptions = {},
): Promise<Verification> {
  const origin = readOrigin(url)
  const differences = new Map<string, Set<string>>()
  const calls = new Set<string>()
  const first: Check['first'] = {}
  let responses = 0
  for (const [visitor, own] of Object.entries(visitors)) {
    const report = (path: string, what: string) => {
      const sentence = `${origin.origin}${path} ${what}`
      differences.set(sentence, (differences.get(sentence) ?? new Set()).add(visitor))
    }
    const get = async (path: string, kind: Kind) => {
      const headers = { ...(own.accept ? {} : fetchHeaders[kind]), ...own }
      const received = await requestAs(new URL(path, origin), { headers, deadlineMs, maxBytes })
      responses++
      return received
    }
    const check: Check = { manifest, first, report, get }
    const connect = await verifyDocuments(check, project, mayCall)
    for (const each of connect.split(' ').filter(Boolean)) calls.add(each)
    await verifyFiles(check, connect)
  }
  const count = Object.keys(visitors).length
  const problems = [...differences].map(([sentence, seen]) =>
    seen.size === count ? `${sentence}.` : `${sentence}, for ${[...seen].join(' and ')} only.`,
  )
  return { problems, responses, calls: [...calls], settings: first.settings }
}

const maxBytes = 8_000_000
const html = 'text/html; charset=UTF-8'

/** The server's origin; throws a sentence for any other address. */
function readOrigin(url: string): URL {
  const origin = URL.canParse(url) ? new URL(url) : undefined
  const isLocal = /^(?:localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(origin?.hostname ?? '')
  if (
    !origin ||
    !(origin.protocol === 'https:' || (origin.protocol === 'http:' && isLocal)) ||
    origin.href !== `${origin.origin}/`
  )
    throw new Error(`${url} must be the origin of a frame, such as https://wallet.example.com.`)
  return origin
}

/** Verifies the documents, and returns the origins that they may call. */
async function verifyDocuments(check: Check, project: string | undefined, mayCall: VerifyOptions['mayCall']) {
  const { manifest, get, report } = check
  const { headers } = manifest
  const social = await attempt(check, '/social', () => get('/social', 'document'))
  const connect = social && readConnect(social, manifest)
  if (social) {
    if (isStatus(check, '/social', social, 200) && settingsText(social.body, manifest) !== '{}')
      report('/social', `sends another document than version ${manifest.version}`)
    if (connect !== undefined)
      for (const what of compareHeaders(social, { headers, kind: 'document', type: html, connect, ancestors: [] }))
        report('/social', what)
    else
      report('/social', 'has another content-security-policy than the published one, or calls more than plain origins')
  }
  const allowed = connect ?? ''
  const stranger = mayCall && allowed.split(' ').find((each) => !mayCall.includes(each))
  if (stranger) report('/social', `lets the page call ${stranger}`)

  const path = `/frame?${new URLSearchParams({ projectId: project ?? 'no-such-project', chainId: 'eip155:1' })}`
  const frame = await attempt(check, path, () => get(path, 'document'))
  if (!frame || !isStatus(check, path, frame, project === undefined ? 404 : 200)) return allowed
  let ancestors: readonly string[] = []
  if (project === undefined) {
    if (!frame.body.equals(Buffer.from(manifest.unknownProject)))
      report(path, `sends another document than version ${manifest.version}`)
  } else {
    const text = settingsText(frame.body, manifest)
    const settings = text === undefined ? undefined : readSettingsText(text)
    if (text === undefined) report(path, `sends another document than version ${manifest.version}`)
    else if (!settings) report(path, 'has settings that version never writes')
    else verifySettings(check, { path, text, settings, project, connect: allowed })
    ancestors = settings?.origins ?? []
  }
  for (const what of compareHeaders(frame, { headers, kind: 'document', type: html, connect: allowed, ancestors }))
    report(path, what)
  return allowed
}

type Written = { path: string; text: string; settings: FrameSettings; project: string; connect: string }

/** Settings are the operator's, and they must not say more than the headers do. */
function verifySettings({ first, report }: Check, { path, text, settings, project, connect }: Written): void {
  if (settings.projectId !== project)
    report(path, `is the page of another project: ${JSON.stringify(settings.projectId)}`)
  first.text ??= text
  first.settings ??= settings
  if (first.text !== text) report(path, 'has other settings than for the first browser')
  const called = originsCalled(settings).join(' ')
  if (called !== connect) report(path, `has settings for ${called}, and a policy for ${connect}`)
}

async function verifyFiles(check: Check, connect: string): Promise<void> {
  const { manifest, get, report } = check
  const { headers } = manifest
  for (const { path, type, sha256 } of manifest.files) {
    const file = await attempt(check, path, () => get(path, 'file'))
    if (!file || !isStatus(check, path, file, 200)) continue
    if (createHash('sha256').update(file.body).digest('hex') !== sha256)
      report(path, `sends other bytes than version ${manifest.version}`)
    for (const what of compareHeaders(file, { headers, kind: 'file', type, connect, ancestors: [] })) report(path, what)
  }
}

async function attempt(check: Check, path: string, work: () => Promise<Received>): Promise<Received | undefined> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    check.report(path, `could not be read: ${code ?? ''} ${message}`.replaceAll(/\s+/g, ' '))
    return undefined
  }
}

function isStatus({ report }: Check, path: string, { status, headers }: Received, expected: number): boolean {
  if (status === expected) return true
  const [target] = headers.location ?? []
  if (target !== undefined) report(path, `redirects to ${JSON.stringify(target)}`)
  else report(path, `answers ${status} instead of ${expected}${status === 503 ? ' (its API may be down)' : ''}`)
  return false
}
