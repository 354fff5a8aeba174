// AppKit's type names, as each of its entry points has them.
export type * from '../instance/AppKit.ts'
export type * from './account.ts'
export type * from './network.ts'
export type * from './options.ts'
export type * from './view.ts'
export type * from './wallet.ts'
