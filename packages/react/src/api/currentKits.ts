import type { AppKit } from './AppKit.ts'

/** The kits of this page by id; hooks outside of a provider use the one made last. */
const kits = new Map<string, AppKit>()

export const kitById = (id: string): AppKit | undefined => kits.get(id)

export function keepKit(kit: AppKit): void {
  kits.delete(kit.id)
  kits.set(kit.id, kit)
}

/** Forgets a kit, unless another has taken its place. */
export function forgetKit(kit: AppKit): void {
  if (kits.get(kit.id) === kit) kits.delete(kit.id)
}

export const latestKit = (): AppKit | undefined => [...kits.values()].at(-1)
