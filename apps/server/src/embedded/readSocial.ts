import { readSocialSettings, type SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { KitError } from '@billfold/protocol/error'
import { StartupError } from '../process/startupError.ts'

/** The social providers that the operator has registered with: `SOCIAL_GOOGLE_CLIENT_ID` and so on. */
export function readSocial(env: NodeJS.ProcessEnv): SocialSettings {
  try {
    return readSocialSettings(env)
  } catch (e) {
    throw new StartupError(KitError.from(e).message)
  }
}
