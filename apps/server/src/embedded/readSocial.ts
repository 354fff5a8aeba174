import { type FarcasterSettings, readFarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { readSocialSettings, type SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { KitError } from '@billfold/protocol/error'
import { StartupError } from '../process/startupError.ts'

/** Reads the operator's social providers (`SOCIAL_GOOGLE_CLIENT_ID` and so on), and Farcaster's relay and node. */
export function readSocial(env: NodeJS.ProcessEnv): {
  social: SocialSettings
  farcaster: FarcasterSettings | undefined
} {
  try {
    return { social: readSocialSettings(env), farcaster: readFarcasterSettings(env) }
  } catch (e) {
    throw new StartupError(KitError.from(e).message)
  }
}
