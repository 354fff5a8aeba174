const loopback = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/**
 * Whether a service is started for others than this machine: it says production, listens beyond loopback, or the host of its
 * public URL is not localhost. There, settings that are only for demos are rejected.
 */
export function isPublicStart(start: {
  env: Record<string, string | undefined>
  host: string
  publicUrl?: string | undefined
}): boolean {
  const { env, host, publicUrl } = start
  const isLocalUrl = publicUrl === undefined || !URL.canParse(publicUrl) || loopback.test(new URL(publicUrl).hostname)
  return env.NODE_ENV === 'production' || !loopback.test(host) || !isLocalUrl
}
