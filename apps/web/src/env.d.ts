/** True in the local build only; the bundler replaces it, so that production drops what it guards. */
declare const __LOCAL__: boolean

/** The benchmark beside peers: the bundler puts the report's numbers in its place. */
declare const __PEERS__: import('./peers/PeerResults.ts').PeerResults

declare module '*.css'
