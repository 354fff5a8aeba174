import * as z from 'zod/mini'
import { readEnvironment } from '../process/readEnvironment.ts'
import type { PictureSettings } from './createPictures.ts'

const hosts = 'comma-separated host names, or *'
const servers = 'addresses of name servers with commas between them'
const address = 'an https address without a slash at its end'
const gateway = z.optional(z.string().check(z.regex(/^https:\/\/[a-z0-9.-]+(?:\/[\w.-]+)*$/, address)))
const variables = z.object({
  IMAGE_HOSTS: z._default(z.string(hosts).check(z.regex(/^(?:\*|[a-z0-9.-]*(?:,[a-z0-9.-]+)*)$/, hosts)), '*'),
  IPFS_GATEWAY: gateway,
  ARWEAVE_GATEWAY: gateway,
  IMAGE_DNS: z.optional(
    z
      .string(servers)
      .check(z.regex(/^(?:[\d.]+|\[[\da-f:]+\])(?::\d{1,5})?(?:,(?:[\d.]+|\[[\da-f:]+\])(?::\d{1,5})?)*$/, servers)),
  ),
})

/** Allowed sources of avatars and collectibles' images; with a local network, also its own. */
export function readPictureSettings(env: NodeJS.ProcessEnv, devnetUrl: string | undefined): PictureSettings {
  const e = readEnvironment(variables, env)
  return {
    hosts: e.IMAGE_HOSTS === '*' ? undefined : new Set(e.IMAGE_HOSTS.split(',').filter(Boolean)),
    ipfsGateway: e.IPFS_GATEWAY,
    arweaveGateway: e.ARWEAVE_GATEWAY,
    nameServers: e.IMAGE_DNS?.split(','),
    localOrigins: devnetUrl ? [new URL(devnetUrl).origin] : [],
  }
}
