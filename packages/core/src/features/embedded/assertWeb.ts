import { KitError } from '@billfold/protocol/error'

/** Nothing but an address of the web: another kind would run in a window that is still this page's own. */
export function assertWeb(uri: string): string {
  if (!/^https?:\/\//i.test(uri))
    throw new KitError('unavailable', { message: 'Could not fetch the social redirect uri' })
  return uri
}
