import type { FrameSettings } from '@billfold/frame/page/readSettings'
import type { FrameManifest } from '@billfold/protocol/frame/frameManifest'
import * as z from 'zod/mini'

const settings: z.ZodMiniType<FrameSettings> = z.strictObject({
  projectId: z.string(),
  chainId: z.string(),
  apiUrl: z.url(),
  guardianUrl: z.string(),
  policy: z.enum(['convenient', 'hardened', 'strict']),
  nodes: z.record(z.string(), z.array(z.string())),
  contracts: z.array(z.strictObject({ source: z.string(), network: z.string(), address: z.string() })),
  signsInSilently: z.boolean(),
  origins: z.array(z.string()),
})

/** The settings' text in a document that is otherwise the published one, byte for byte; undefined if it is not. */
export function settingsText(body: Buffer, { document: { before, after } }: FrameManifest): string | undefined {
  const [start, end] = [Buffer.from(before), Buffer.from(after)]
  const isLong = body.length >= start.length + end.length
  if (!isLong || !body.subarray(0, start.length).equals(start)) return undefined
  if (!body.subarray(body.length - end.length).equals(end)) return undefined
  const text = body.subarray(start.length, body.length - end.length).toString('utf8')
  // The script tag that holds them ends at the first `<`: anything after it would be markup.
  return text.includes('<') ? undefined : text
}

/** Settings as the page will read them; undefined if a field is missing, unknown or of another type. */
export function readSettingsText(text: string): FrameSettings | undefined {
  try {
    return z.parse(settings, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The origins that a page with these settings calls, in its server's order. */
export const originsCalled = ({ apiUrl, guardianUrl, nodes }: FrameSettings): string[] => [
  ...new Set([apiUrl, guardianUrl, ...Object.values(nodes).flat()].filter(Boolean).map((url) => new URL(url).origin)),
]
