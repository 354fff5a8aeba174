import { KitError } from '@billfold/protocol/error'

/** Requires a web URL: another scheme would run in a window that still has this page's origin. */
export function assertWebUrl(uri: string): string {
  if (!/^https?:\/\//i.test(uri))
    throw new KitError('unavailable', { message: 'Could not fetch the social redirect uri' })
  return uri
}
