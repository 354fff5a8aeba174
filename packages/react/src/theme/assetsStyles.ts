import assets from '../views/assets.css?inline'

/** The rules of what an account has and can do, which come with that part of its screen. */
export const assetsStyles: readonly string[] = [assets]
