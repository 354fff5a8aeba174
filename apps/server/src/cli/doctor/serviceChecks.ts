import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { guardianApi, guardianRoutes } from '@billfold/protocol/embedded/guardianApi'
import type { SocialSettings } from '@billfold/protocol/embedded/socialSettings'
import { readRedisUrl } from '@billfold/protocol/settings/readRedisUrl'
import * as z from 'zod/mini'
import { createMailer } from '../../embedded/createMailer.ts'
import { socialCallback } from '../../embedded/social.ts'
import { StartupError } from '../../process/startupError.ts'
import { openRedis } from '../../relay/openRedis.ts'
import type { Check } from './check.ts'
import { unreachable } from './networkChecks.ts'

/** Mail, by sending one: a login alone says nothing about the sender. */
export const mailCheck = (setting: string, smtpUrl: string, mailFrom: string, to: string | undefined): Check => ({
  name: `${setting}: mail`,
  run: async () => {
    if (!to) return 'not sent: name your mailbox with --mail-to'
    const mailer = createMailer({ smtpUrl, mailFrom })
    const sent = `billfold doctor, ${new Date().toISOString()}`
    try {
      await mailer.send({ to, subject: sent, text: `This is the test that you asked for.\n\n${sent}\n` })
    } catch (e) {
      const { responseCode } = ((e as Error).cause ?? {}) as { responseCode?: unknown }
      throw new StartupError(
        typeof responseCode === 'number'
          ? `The mail server rejected the mail (${responseCode}): check the account and the sender.`
          : `The mail server at ${new URL(smtpUrl).host} did not take the mail: check ${setting} and outgoing connections.`,
      )
    } finally {
      mailer.close()
    }
    return `sent to ${to}: look there, spam included`
  },
})

/** The addresses that must be registered at each provider. Only a login shows whether they are. */
export const socialChecks = (social: SocialSettings, publicUrl: string, path = socialCallback): Check[] =>
  Object.keys(social).map((provider) => ({
    name: `login with ${provider}`,
    run: async () => `register ${publicUrl}${path.replace(':provider', provider)}`,
  }))

/** The guardian: up, with a key, and not on the machine of the API. */
export function guardianChecks(guardianUrl: string, apiUrl: string | undefined): Check[] {
  const { hostname } = new URL(guardianUrl)
  return [
    {
      name: 'guardian: key',
      run: async (signal) => {
        const reply = await fetch(new URL(guardianRoutes.readKey.path, guardianUrl), { signal }).catch((e: unknown) => {
          throw unreachable('GUARDIAN_URL', hostname, e)
        })
        const { success, data } = z.safeParse(guardianApi.readKey.output, await reply.json().catch(() => undefined))
        if (!success) throw new StartupError(`${hostname} returned no key: there is no guardian at this address.`)
        const print = createHash('sha256').update(data.publicKey).digest('hex').slice(0, 16)
        return `${print}; the same line on the guardian’s machine must say the same`
      },
    },
    ...(apiUrl
      ? [
          {
            name: 'guardian: machine',
            run: async () => {
              const [own, its] = await Promise.all([addressesOf(new URL(apiUrl).hostname), addressesOf(hostname)])
              if (own.length === 0 || its.length === 0)
                throw new StartupError('Not checked: the API or the guardian has no address.')
              if (its.some((address) => own.includes(address)))
                throw new StartupError(
                  'The guardian has the API’s address: run it on another machine, with other credentials, or one break-in opens wallets.',
                )
              return 'another address than the API’s'
            },
          },
        ]
      : []),
  ]
}

async function addressesOf(host: string): Promise<string[]> {
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.map(({ address }) => address)
}

/** The relay's Redis. */
export const redisCheck = (url: string): Check => ({
  name: 'REDIS_URL',
  run: async () => {
    const servers = readRedisUrl(url)
    if (!servers) throw new StartupError('REDIS_URL: this is no address of Redis.')
    const redis = openRedis(servers)
    try {
      await once(redis, 'ready', { signal: AbortSignal.timeout(10_000) })
      const [, version = 'unknown'] = /redis_version:([\d.]+)/.exec(await redis.info('server')) ?? []
      return `Redis ${version}`
    } catch {
      const hosts = servers.hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
      throw new StartupError(`REDIS_URL: cannot use Redis at ${hosts}: start it, or correct its password.`)
    } finally {
      redis.disconnect()
    }
  },
})
