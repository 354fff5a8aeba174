import { dirname, join } from 'node:path'
import { type FarcasterSettings, readFarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { readSocialSettings, type SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { isPublicStart } from '@billfold/protocol/isPublicStart'
import { guardianSettings } from '@billfold/protocol/settings/guardianSettings'
import { type Lifetimes, readLifetimes } from '@billfold/protocol/settings/readLifetimes'
import { schemaOf } from '@billfold/protocol/settings/setting'
import * as z from 'zod/mini'

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
} & Lifetimes

/** The guardian's settings. What is wrong is one sentence, without the value: some of them are secrets. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = z.safeParse(schemaOf(guardianSettings), given)
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
    ...readLifetimes(data, isPublic),
    smtpUrl: data.GUARDIAN_SMTP_URL,
    mailFrom: data.GUARDIAN_MAIL_FROM,
    trustProxy: data.TRUST_PROXY,
    // The registrations are its own: `GUARDIAN_SOCIAL_GOOGLE_CLIENT_ID` and so on.
    social: readSocialSettings(env, 'GUARDIAN_SOCIAL_'),
    farcasterSettings: readFarcasterSettings(env, 'GUARDIAN_SOCIAL_'),
  }
}
