import type { Kit } from './kit.ts'

// What only some sites have. Their files are listed here, and not on every page.

/** Fetches what signs visitors in and starts it. */
export const startSignIn = async (kit: Kit): Promise<void> => (await import('./beginSignIn.ts')).beginSignIn(kit)

/** Fetches what signs them in together with a connection. */
export const oneClickSignIn = async (kit: Kit) =>
  (await import('./features/signin/oneClickSignIn.ts')).oneClickSignIn(kit)

/** Fetches the embedded wallet and starts it. */
export const startEmbedded = async (kit: Kit): Promise<void> => (await import('./startEmbedded.ts')).startEmbedded(kit)
