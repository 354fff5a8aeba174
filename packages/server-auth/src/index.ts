export { AuthError, type AuthErrorCode, refusalOf } from './authError.ts'
export { type Auth, type AuthOptions, createAuth, type User } from './createAuth.ts'
export type { AuthRequest } from './readToken.ts'
