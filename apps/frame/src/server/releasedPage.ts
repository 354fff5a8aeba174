import { fileURLToPath } from 'node:url'

/** Nothing is built. */
export const buildNotice = ''

/** In a release, takes the place of `buildFrame`: the page is built, and lies beside the bundle. */
export const buildFrame = async (): Promise<string> => fileURLToPath(new URL('./page/', import.meta.url))
