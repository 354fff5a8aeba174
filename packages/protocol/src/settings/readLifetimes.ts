/** How long a program's connections live, and how it leaves. */
export type Lifetimes = { shutdownWaitMs: number; keepAliveMs: number }

type Values = {
  SHUTDOWN_WAIT_SECONDS?: number | undefined
  KEEP_ALIVE_SECONDS?: number | undefined
  TRUST_PROXY: number
}

/**
 * Connections of a proxy stay open for longer than proxies keep them (nginx and load balancers 60 seconds, Caddy 120); those of visitors
 * close after 5 seconds, so that idle ones cost little. A public start lets its load balancer notice a failing `/ready` before it closes.
 */
export const readLifetimes = (values: Values, isPublic: boolean): Lifetimes => ({
  shutdownWaitMs: (values.SHUTDOWN_WAIT_SECONDS ?? (isPublic ? 5 : 0)) * 1_000,
  keepAliveMs: (values.KEEP_ALIVE_SECONDS ?? (values.TRUST_PROXY > 0 ? 125 : 5)) * 1_000,
})
