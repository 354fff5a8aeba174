import { createAppKit as createKit } from '@billfold/react'
import type { AppKit as Instance } from './instance/AppKit.ts'
import { extendInstance } from './instance/extendInstance.ts'
import { kitOptions } from './kitOptions.ts'
import type { CreateAppKit } from './shapes/options.ts'
import { lendClient } from './walletConnect/lendClient.ts'

const extended = new WeakMap<object, Instance>()

/** The kit that was made last. */
export let modal: Instance | undefined

/** Creates the kit from AppKit's options; called again with the same, it returns the same kit. */
export function createAppKit(options: CreateAppKit): Instance {
  const instance = createKit(kitOptions(options))
  const known = extended.get(instance)
  modal = known ?? extendInstance(instance, options)
  if (known) return known
  extended.set(instance, modal)
  for (const adapter of options.adapters ?? []) adapter.attach(modal)
  void lendClient(modal.kit, options)
  const { remembered } = modal.kit.store.get()
  if (options.enableReconnect === false && Object.keys(remembered).length > 0) void modal.disconnect()
  return modal
}

/** AppKit's class as far as sites use it; one is made with `createAppKit`. */
export const AppKit = { getInstance: (): Instance | undefined => modal }
export type AppKit = Instance
