import { pictureSettings } from '@billfold/protocol/settings/serverSettings'
import { schemaOf } from '@billfold/protocol/settings/setting'
import { readEnvironment } from '../process/readEnvironment.ts'
import type { PictureSettings } from './createPictures.ts'

/** Allowed sources of avatars and collectibles' images; with a local network, also its own. */
export function readPictureSettings(env: NodeJS.ProcessEnv, devnetUrl: string | undefined): PictureSettings {
  const e = readEnvironment(schemaOf(pictureSettings), env)
  return {
    hosts: e.IMAGE_HOSTS === '*' ? undefined : new Set(e.IMAGE_HOSTS.split(',').filter(Boolean)),
    ipfsGateway: e.IPFS_GATEWAY,
    arweaveGateway: e.ARWEAVE_GATEWAY,
    nameServers: e.IMAGE_DNS?.split(','),
    localOrigins: devnetUrl ? [new URL(devnetUrl).origin] : [],
  }
}
