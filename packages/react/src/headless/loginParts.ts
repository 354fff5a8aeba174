import { connectEmail } from '@billfold/core/features/embedded/connectEmail'
import { connectFarcaster } from '@billfold/core/features/embedded/connectFarcaster'
import { connectPasskey } from '@billfold/core/features/embedded/connectPasskey'
import { connectSocial, redirectToSocial } from '@billfold/core/features/embedded/connectSocial'
import { submitCode } from '@billfold/core/features/embedded/submitCode'
import type { Kit } from '@billfold/core/kit'
import { embeddedTexts } from '../i18n/compiled/embeddedTexts.ts'
import { matchLocale } from '../i18n/matchLocale.ts'

/** The login code, in one file: it loads after the page. */
export const loginParts = {
  connectEmail,
  submitCode,
  connectSocial,
  redirectToSocial,
  connectFarcaster,
  connectPasskey,
}
export type LoginParts = typeof loginParts

/** Names the wallet's window for screen readers, in the page's language. */
export async function nameFrame(kit: Kit): Promise<void> {
  const { login } = await embeddedTexts.load(matchLocale([kit.language?.() ?? 'en']).language)
  kit.embedded?.label(login.frame)
}
