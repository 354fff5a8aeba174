import { dirname, join } from 'node:path'
import { type FarcasterSettings, readFarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { readSocialSettings, type SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { isPublicStart } from '@billfold/protocol/isPublicStart'
import * as z from 'zod/mini'

const url = (protocols: RegExp, what: string) =>
  z.string(what).check(z.refine((value) => URL.canParse(value) && protocols.test(new URL(value).protocol), what))
const port = 'a port from 0 to 65535'
const projectList = /^[\w-]{1,64}=[a-z0-9.-]{1,253}(?::\d{1,5})?(?:,[\w-]{1,64}=[a-z0-9.-]{1,253}(?::\d{1,5})?)*$/
const projectHelp = 'projects with their sites as emails name them, such as shop=shop.example.com,blog=blog.example.com'

const settings = z.object({
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(z.coerce.number().check(z.int(port), z.gte(0, port), z.lte(65_535, port)), 8790),
  GUARDIAN_KEY_FILE: z.string('the path of its key'),
  /** Which wallets were in use, and who waits; beside the key unless said. */
  GUARDIAN_MEMORY_FILE: z.optional(z.string()),
  GUARDIAN_PUBLIC_URL: url(/^https?:$/, 'where it is reached from outside, such as https://guardian.example.com'),
  GUARDIAN_FRAME_ORIGINS: z.string('the origins of the frames that may ask, with commas between them'),
  GUARDIAN_API_URL: url(/^https?:$/, 'the API, whose tickets it accepts, such as https://api.example.com'),
  GUARDIAN_PROJECTS: z.string(projectHelp).check(z.regex(projectList, projectHelp)),
  GUARDIAN_SMTP_URL: url(/^smtps?:$/, 'its own mail account, such as smtps://user:password@mail.example.com'),
  GUARDIAN_MAIL_FROM: z.string('who its mails come from, such as Guardian <guardian@example.com>'),
  /** The number of our own proxies that add the caller's address to X-Forwarded-For. */
  TRUST_PROXY: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10)), 0),
})

export type Config = {
  host: string
  port: number
  keyFile: string
  memoryFile: string
  publicUrl: string
  frameOrigins: string[]
  apiUrl: string
  projects: ReadonlyMap<string, string>
  /** Reachable by others than this machine: what is fit for trying out only is rejected. */
  isPublic: boolean
  smtpUrl: string
  mailFrom: string
  trustProxy: number
  social: SocialSettings
  farcasterSettings: FarcasterSettings | undefined
}

/** The guardian's settings. What is wrong is one sentence, without the value: some of them are secrets. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(settings, given)
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new Error(`${issue?.path.join('.')} must be ${issue?.message}.`)
  }
  const { data } = result
  const frameOrigins = data.GUARDIAN_FRAME_ORIGINS.split(',').map((origin) => new URL(origin.trim()).origin)
  const isPublic = isPublicStart({ env, host: data.HOST, publicUrl: data.GUARDIAN_PUBLIC_URL })
  if (isPublic) {
    const urls = { GUARDIAN_PUBLIC_URL: [data.GUARDIAN_PUBLIC_URL], GUARDIAN_FRAME_ORIGINS: frameOrigins }
    for (const [name, values] of Object.entries(urls))
      if (!values.every((value) => value.startsWith('https:')))
        throw new Error(`${name} must start with https: others can reach this guardian.`)
  }
  return {
    host: data.HOST,
    port: data.PORT,
    keyFile: data.GUARDIAN_KEY_FILE,
    memoryFile: data.GUARDIAN_MEMORY_FILE ?? join(dirname(data.GUARDIAN_KEY_FILE), 'memory'),
    publicUrl: data.GUARDIAN_PUBLIC_URL,
    frameOrigins,
    apiUrl: data.GUARDIAN_API_URL.replace(/\/$/, ''),
    projects: new Map(data.GUARDIAN_PROJECTS.split(',').map((each) => each.split('=') as [string, string])),
    isPublic,
    smtpUrl: data.GUARDIAN_SMTP_URL,
    mailFrom: data.GUARDIAN_MAIL_FROM,
    trustProxy: data.TRUST_PROXY,
    // The registrations are its own: `GUARDIAN_SOCIAL_GOOGLE_CLIENT_ID` and so on.
    social: readSocialSettings(env, 'GUARDIAN_SOCIAL_'),
    farcasterSettings: readFarcasterSettings(env, 'GUARDIAN_SOCIAL_'),
  }
}
