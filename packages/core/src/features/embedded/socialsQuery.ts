import { socialProviders } from '@billfold/protocol/frame/frameRequests'
import type { Kit } from '../../kit.ts'
import type { LoginProvider } from '../../model/embedded.ts'
import type { Device } from '../../ports/page.ts'
import { retryIntervalMs } from '../../queries/retryIntervalMs.ts'

const loginProviders: readonly LoginProvider[] = [...socialProviders, 'farcaster']

/** The social logins that the operator has configured. */
export const socialsQuery = (kit: Kit) => ({
  queryKey: ['socials', kit.options.apiUrl, kit.options.projectId] as const,
  staleTime: 5 * 60_000,
  refetchInterval: retryIntervalMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly LoginProvider[]> => {
    const { features } = await kit.api.getConfig({}, signal)
    const logins = features.find(({ id }) => id === 'embedded_login')
    return loginProviders.filter((each) => logins?.isEnabled && logins.config.includes(each))
  },
})

/** Telegram's in-app browser blocks some providers, depending on the system. */
export function isProviderSupported(
  { telegram, ios, android }: Device,
  provider: LoginProvider,
  agent: string,
): boolean {
  if (!telegram) return true
  if (ios) return provider !== 'google'
  if (android) return provider !== 'facebook' && provider !== 'x'
  return !(/macintosh/i.test(agent) && !/safari/i.test(agent) && provider === 'x')
}
