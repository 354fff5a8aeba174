import type { AppKit } from '../instance/AppKit.ts'
import type { CaipNetwork, ChainNamespace } from '../shapes/network.ts'

/**
 * AppKit's adapters find, connect and call wallets; this kit does that itself. An adapter only links a site's library
 * to the kit.
 */
export class Adapter {
  readonly namespace: ChainNamespace | undefined
  readonly adapterType: string | undefined
  projectId?: string
  protected appKit: AppKit | undefined

  constructor({
    namespace,
    adapterType,
    projectId,
  }: { namespace?: ChainNamespace; adapterType?: string; projectId?: string } = {}) {
    this.namespace = namespace
    this.adapterType = adapterType
    if (projectId !== undefined) this.projectId = projectId
  }

  /** The kit that the adapter was given to. */
  attach(appKit: AppKit): void {
    this.appKit = appKit
  }

  /** The family's networks, once a kit has the adapter. */
  get networks(): CaipNetwork[] {
    return this.appKit?.getCaipNetworks(this.namespace) ?? []
  }
}
