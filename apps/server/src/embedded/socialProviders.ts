import { createSocialLogin, type SocialLogin } from '@billfold/protocol/embedded/createSocialLogin'
import type { SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import * as client from 'openid-client'

export type SocialProviders = SocialLogin

/** Logins at the providers that the operator has set up for the API. */
export const createSocialProviders = (settings: SocialSettings): SocialProviders =>
  createSocialLogin({ client, settings, userAgent: 'billfold' })
