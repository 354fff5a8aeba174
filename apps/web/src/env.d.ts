/** True in the local build only; the bundler replaces it, so that production drops what it guards. */
declare const __LOCAL__: boolean

declare module '*.css'
