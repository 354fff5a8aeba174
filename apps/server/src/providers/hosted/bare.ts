/** A URL that paths can be put behind. */
export const bare = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '')
