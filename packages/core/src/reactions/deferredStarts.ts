import type { Kit } from '../kit.ts'

// Parts that only some sites need, listed here so that not every page loads them.

/** Loads and starts sign-in. */
export const loadSignIn = async (kit: Kit): Promise<void> => (await import('./installSignIn.ts')).installSignIn(kit)

/** Loads sign-in combined with a connection. */
export const oneClickSignIn = async (kit: Kit) =>
  (await import('../features/signin/oneClickSignIn.ts')).oneClickSignIn(kit)

/** Loads and starts the embedded wallet. */
export const loadEmbedded = async (kit: Kit): Promise<void> => (await import('./startEmbedded.ts')).startEmbedded(kit)
