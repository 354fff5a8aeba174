import { type FarcasterSettings, readFarcasterSettings } from '@billfold/protocol/embedded/farcasterSettings'
import { readSocialSettings, type SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { KitError } from '@billfold/protocol/error'
import { StartupError } from '../process/startupError.ts'

/** The social providers that the operator has registered with (`SOCIAL_GOOGLE_CLIENT_ID` and so on), and the relay and node for Farcaster. */
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
